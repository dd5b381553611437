// What can be chosen, and where: the answers to the question say which spots of the table they are about. Here the spots are
// marked with that, and an answer is given from wherever it was chosen.

/** The answers of the question, as buttons. */
export const answers = () => [...document.querySelectorAll("#question .answers button[name=pick]")];

/** The words of an answer. */
export const words = (answer) => answer.getAttribute("aria-label") ?? answer.textContent.trim();

const listed = (answer, kind) => (answer.dataset[kind] ?? "").split(" ").filter(Boolean);
export const spotsOf = (answer) => listed(answer, "spots");
export const dropsOf = (answer) => listed(answer, "drops");

/** The answers that are about a spot. */
export const answersAt = (spot) => answers().filter((answer) => spotsOf(answer).includes(spot));

/** Gives an answer. */
export function give(answer) {
  document.querySelector("#felt").requestSubmit(answer);
}

export const ply = () => document.querySelector("#felt [name=ply]")?.value;

/** Makes of a page that works without a script one that leaves the large cards to it. */
export function slim(root) {
  for (const large of root.querySelectorAll(".zoom:not(.list)")) {
    const spot = root.querySelector(`[popovertarget="${large.id}"]`);
    const more = large.querySelectorAll(".where, .sums");
    if (spot && more.length) {
      const template = document.createElement("template");
      template.content.append(...more);
      spot.after(template);
    }
    large.remove();
  }
  for (const spot of root.querySelectorAll(".spot")) {
    spot.removeAttribute("popovertarget");
    if (spot.type === "submit") spot.type = "button";
    if (spot.matches(".live")) spot.classList.remove("live", "led");
  }
}

/** A spot that is only a picture becomes a button while something can be chosen there, and the other way round. */
function become(spot, name) {
  if (spot.localName === name) return spot;
  const other = document.createElement(name);
  // Styles are the glide's, and of the moment.
  for (const { name: key, value } of spot.attributes) if (key !== "style") other.setAttribute(key, value);
  if (name === "button") {
    other.type = "button";
    other.removeAttribute("role");
    other.dataset.plain = "";
  } else {
    other.removeAttribute("type");
    other.removeAttribute("data-plain");
    other.setAttribute("role", "img");
  }
  other.append(...spot.childNodes);
  spot.replaceWith(other);
  return other;
}

/** Marks every spot with what can be chosen there. Called whenever the table has changed. */
export function mark() {
  const [live, led] = [new Set(), new Set()];
  for (const answer of answers()) {
    for (const spot of spotsOf(answer)) {
      live.add(spot);
      if (answer.matches(".led")) led.add(spot);
    }
  }
  const asked = Boolean(document.querySelector("#question[data-asked]"));
  for (const spot of document.querySelectorAll("#now .spot")) {
    const here = live.has(spot.dataset.spot);
    const was = spot.matches(".live");
    if (here || was || "plain" in spot.dataset) {
      const now = here ? become(spot, "button") : "plain" in spot.dataset ? become(spot, "span") : spot;
      now.classList.toggle("live", here);
      now.classList.toggle("led", led.has(spot.dataset.spot));
    }
  }
  // What is in the hand and cannot be used is greyed while one is asked.
  for (const hand of document.querySelectorAll("#hand")) hand.classList.toggle("choosing", asked);
  for (const brief of document.querySelectorAll(".brief")) {
    brief.classList.toggle("live", Boolean(brief.nextElementSibling?.querySelector(".spot.live")));
  }
  for (const count of document.querySelectorAll("button.count")) {
    count.classList.toggle("live", Boolean(count.nextElementSibling?.querySelector(".spot.live")));
  }
}
