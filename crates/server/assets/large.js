// Cards seen large, with their words explained and whatever can be done with them: by a click, a key, or a finger that stays.
// A mouse that rests on a card shows it beside the pointer.

import { answersAt, answers, give, ply, spotsOf, words } from "./marks.js";

const game = () => document.querySelector("#table")?.dataset.game ?? document.querySelector("#now .board")?.classList[1];
const edition = document.querySelector('link[href$="/house.css"]')?.getAttribute("href").split("/")[2] ?? "0";

/** What stands on cards, as far as it has been asked for. */
const readings = new Map();
function reading(card, of = game()) {
  const path = `/card/${edition}/${of}/${card}`;
  if (!readings.has(path)) {
    const asked = fetch(path).then((answer) => (answer.ok ? answer.text() : ""), () => "");
    readings.set(path, asked);
  }
  return readings.get(path);
}

/** What cannot be done just now, and why not; asked for once a question. */
let why = { ply: undefined, list: undefined };
export function whyNot() {
  const link = document.querySelector("[data-why]");
  if (!link) return Promise.resolve(undefined);
  if (why.ply !== link.dataset.why) {
    const asked = fetch(link.href, { headers: { "x-part": "1" } }).then((answer) => (answer.ok ? answer.text() : ""));
    why = { ply: link.dataset.why, list: asked.then((html) => new DOMParser().parseFromString(html, "text/html").body, () => undefined) };
  }
  return why.list;
}

/** The card that a spot shows, if it shows a face. */
function cardOf(spot) {
  const picture = spot.querySelector("img.card");
  const card = picture?.getAttribute("src").split("/").pop().replace(".svg", "");
  return card && !card.startsWith("back-") ? { card, src: picture.getAttribute("src") } : undefined;
}

function element(name, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
}

/** What there is to read on a card: what stands on it, and what is to be said about it in its place. */
async function fill(text, card, spot, of) {
  text.innerHTML = await reading(card, of);
  const more = spot?.nextElementSibling;
  if (more?.localName === "template") text.append(more.content.cloneNode(true));
}

const large = element("div", { id: "large", className: "zoom", role: "dialog" });
large.popover = "auto";

/** Opens the large card of a spot, with its choices; these answers, if they are named. */
export function open(spot, these) {
  const shown = cardOf(spot);
  const choices = these ?? answersAt(spot.dataset.spot);
  if (!shown && choices.length === 0) return;
  glance.hidePopover?.();
  const text = element("div", { className: "text" });
  // Whoever comes by keys comes to the choices first.
  const doing = element("div", { className: "doing" });
  const side = element("div", { className: "reading" }, doing, text);
  for (const answer of choices) {
    const choice = element("button", { type: "button", className: answer.matches(".led") ? "choice led" : "choice", value: answer.value });
    choice.textContent = words(answer);
    choice.addEventListener("click", () => {
      large.hidePopover();
      give(answer);
    });
    doing.append(choice);
  }
  if (choices.length === 0 && spot.closest("#hand") && document.querySelector("#question[data-asked]")) refuse(doing, spot.dataset.spot);
  const close = element("button", { type: "button", className: "close", textContent: "\u00d7" });
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => large.hidePopover());
  large.classList.toggle("small", !shown);
  large.replaceChildren(...(shown ? [element("img", { className: "card large", src: shown.src, alt: "" })] : []), side, close);
  large.setAttribute("aria-label", spot.getAttribute("aria-label") ?? "A card");
  large.dataset.at = spot.dataset.spot;
  if (shown) fill(text, shown.card, spot);
  if (!large.isConnected) document.body.append(large);
  large.showPopover({ source: spot });
}

/** Says at a card why it cannot be used. */
async function refuse(side, spot) {
  const list = await whyNot();
  for (const line of list?.querySelectorAll("li") ?? []) {
    const acts = [...line.querySelectorAll("[data-spots]")].filter((act) => act.dataset.spots.split(" ").includes(spot));
    for (const act of acts) {
      const reason = line.querySelector(".reason");
      const told = element("p", { className: "whynot" }, element("b", { textContent: act.textContent }), ": not now. ");
      told.append(...reason.cloneNode(true).childNodes);
      side.append(told);
    }
  }
}

/** The large card stays open while the table changes around it, if its spot is still there. */
export function reopen() {
  if (!large.matches(":popover-open")) return () => {};
  const [at, before] = [large.dataset.at, ply()];
  return () => {
    const spot = document.querySelector(`[data-spot="${CSS.escape(at)}"]`);
    if (!spot || (ply() !== before && large.querySelector(".choice"))) large.hidePopover();
    else if (large.matches(":popover-open")) return;
    else open(spot);
  };
}

// Clicks on spots.
document.addEventListener("click", (event) => {
  const spot = event.target.closest?.("#now .spot");
  if (!spot || spot.localName !== "button") return;
  const here = answersAt(spot.dataset.spot);
  // Where the question is only which spot, a click on an empty one is the answer.
  if (spot.matches(".wide") && here.length === 1 && answers().every((answer) => spotsOf(answer).length > 0)) return give(here[0]);
  open(spot);
});

// A finger that stays opens the card as well, and so does the other button of a mouse; what the browser would do then is not wanted.
// It opens when the finger is gone: whatever is opened while it is there is closed again by the browser. Not every browser calls
// for a menu when a finger stays.
const STAYS = 450;
const STILL = 10;
let pressed;
document.addEventListener("contextmenu", (event) => {
  const spot = event.target.closest?.("#now .spot");
  if (!spot || !cardOf(spot)) return;
  event.preventDefault();
  if (pressed) pressed.menu = true;
  else open(spot);
});
document.addEventListener(
  "pointerdown",
  (event) => {
    const spot = event.target.closest?.("#now .spot");
    pressed = { spot, finger: event.pointerType === "touch", at: event.timeStamp, x: event.clientX, y: event.clientY };
  },
  true,
);
function letGo(event) {
  const { spot, finger, at, x, y, menu } = pressed ?? {};
  pressed = undefined;
  const still = event.type === "pointerup" && Math.hypot(event.clientX - x, event.clientY - y) < STILL;
  const stayed = finger && still && event.timeStamp - at > STAYS;
  if (spot && (menu || stayed)) setTimeout(() => spot.isConnected && !large.matches(":popover-open") && open(spot));
}
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, letGo, true);

// The name of a card in the log or in a rule shows it without leaving the page.
document.addEventListener("click", (event) => {
  const name = event.target.closest?.("a.name[data-card]");
  if (!name || event.ctrlKey || event.metaKey || event.shiftKey || !large.showPopover) return;
  event.preventDefault();
  const [, , of] = new URL(name.href).pathname.split("/");
  const text = element("div", { className: "text" });
  const all = element("a", { href: name.href, target: "_blank", textContent: "See it among all the cards" });
  const close = element("button", { type: "button", className: "close", textContent: "\u00d7" });
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => large.hidePopover());
  const picture = element("img", { className: "card large", src: `${document.querySelector("#now .board")?.dataset.art ?? `/art/${of}`}/${name.dataset.card}.svg`, alt: name.textContent });
  large.classList.remove("small");
  large.replaceChildren(picture, element("div", { className: "reading" }, text, all), close);
  large.setAttribute("aria-label", name.textContent);
  delete large.dataset.at;
  fill(text, name.dataset.card, undefined, of);
  if (!large.isConnected) document.body.append(large);
  large.showPopover({ source: name });
  close.focus();
});

// A click beside a large card closes it and does nothing else. The browser closes it as soon as the button goes down, and would
// then click on whatever lies there.
let closes = false;
document.addEventListener(
  "pointerdown",
  (event) => {
    const opened = [...document.querySelectorAll(":popover-open")].filter((it) => it !== glance).at(-1);
    closes = Boolean(opened) && !opened.contains(event.target) && !event.target.closest?.("[popovertarget], :popover-open");
  },
  true,
);
document.addEventListener(
  "click",
  (event) => {
    // Keys click without a pointer going down.
    if (closes && event.detail > 0) {
      event.preventDefault();
      event.stopPropagation();
    }
    closes = false;
  },
  true,
);

// A mouse that rests on a card shows it beside the pointer.
const glance = element("div", { className: "zoom glance" });
glance.popover = "manual";
glance.setAttribute("aria-hidden", "true");
const REST = 350;
let resting;

function look(spot) {
  const shown = cardOf(spot);
  if (!shown || !spot.isConnected || document.querySelector(":popover-open:not(.zones, .list)")) return;
  const text = element("div", { className: "text" });
  glance.replaceChildren(element("img", { className: "card large", src: shown.src, alt: "" }), element("div", { className: "reading" }, text));
  const place = () => {
    const [card, box] = [spot.getBoundingClientRect(), glance.getBoundingClientRect()];
    const right = card.right + 8 + box.width < innerWidth;
    const left = right ? card.right + 8 : Math.max(4, card.left - 8 - box.width);
    glance.style.left = `${left}px`;
    glance.style.top = `${Math.max(4, Math.min(innerHeight - box.height - 4, card.top - 20))}px`;
  };
  fill(text, shown.card, spot).then(place);
  if (!glance.isConnected) document.body.append(glance);
  glance.showPopover();
  place();
}
const away = () => {
  clearTimeout(resting);
  if (glance.matches(":popover-open")) glance.hidePopover();
};
document.addEventListener("pointerover", (event) => {
  const spot = event.pointerType === "mouse" && event.target.closest?.("#now .spot");
  away();
  if (spot) resting = setTimeout(look, REST, spot);
});
for (const kind of ["pointerdown", "scroll", "keydown"]) document.addEventListener(kind, away, { capture: true, passive: true });
export { away as lookAway };
