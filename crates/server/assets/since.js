// What the others did since the viewer's last choice: small cards with one line each, to be stepped through. It is made from
// the lines of the log.

let at = -1;

function element(name, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
}

const art = () => document.querySelector("#now .board")?.dataset.art;

function item(line, n) {
  const cards = (line.dataset.cards ?? "").split(" ").filter(Boolean).slice(0, 2);
  const pictures = cards.map((card) => element("img", { className: "card", src: `${art()}/${card}.svg`, alt: "" }));
  const words = line.cloneNode(true);
  words.querySelector(".film")?.remove();
  const text = element("span", { className: "line", textContent: words.textContent.trim() });
  const made = element("li", {}, ...pictures, text);
  made.dataset.n = String(n);
  return made;
}

/** Shows one of them, and says which. */
function step(strip, to) {
  const items = [...strip.querySelectorAll("li")];
  at = Math.max(0, Math.min(items.length - 1, to));
  items.forEach((it, n) => it.classList.toggle("now", n === at));
  items[at]?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
  strip.querySelector(".step-back").disabled = at <= 0;
  strip.querySelector(".step-on").disabled = at >= items.length - 1;
}

/** Draws the strip anew. Called whenever the table has changed. */
export function since() {
  const strip = document.querySelector("#since");
  if (!strip) return;
  // Lines of which there is nothing to see are about the cards and the turn, not about what anybody did.
  const all = [...document.querySelectorAll("#log li[data-cards]")];
  // Whoever has just chosen, or only watches, sees the newest.
  const later = all.filter((line) => line.matches(".new"));
  const news = later.length ? later : all.slice(-2);
  const key = news.map((line) => line.dataset.at).join();
  if (strip.dataset.key === key) return;
  strip.dataset.key = key;
  const back = element("button", { type: "button", className: "step-back", textContent: "\u2039" });
  const on = element("button", { type: "button", className: "step-on", textContent: "\u203a" });
  back.setAttribute("aria-label", "Step back");
  on.setAttribute("aria-label", "Step on");
  const list = element("ol", { tabIndex: 0 }, ...news.map(item));
  list.setAttribute("aria-label", "Since your last choice");
  strip.replaceChildren(back, list, on);
  back.addEventListener("click", () => step(strip, at - 1));
  on.addEventListener("click", () => step(strip, at + 1));
  list.addEventListener("click", (event) => {
    const one = event.target.closest("li");
    if (one) step(strip, Number(one.dataset.n));
  });
  step(strip, news.length - 1);
}
