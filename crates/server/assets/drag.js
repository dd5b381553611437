// Cards can be dragged to where they go, beside clicks and keys. An answer names the spots that it is about and where something
// is dragged from or to; what else the gesture says answers the question that follows.

import { lookAway, open } from "./large.js";
import { answers, dropsOf, give, ply, spotsOf } from "./marks.js";

/** So far a pointer moves before it drags. */
const FAR = 8;

/** The answers that dragging from one spot to another would be. */
function gesture(from, to) {
  const is = (answer) =>
    (spotsOf(answer).includes(from) && dropsOf(answer).includes(to)) || (dropsOf(answer).includes(from) && spotsOf(answer).includes(to));
  return answers().filter(is);
}

/** Where something that lies here can be dragged to. */
function targets(from) {
  const of = (answer) => [
    ...(spotsOf(answer).includes(from) ? dropsOf(answer) : []),
    ...(dropsOf(answer).includes(from) ? spotsOf(answer) : []),
  ];
  return new Set(answers().flatMap(of));
}

/** The elements of a target: spots, zones, or the whole board. */
function elementsOf(target) {
  if (target === "board") return [...document.querySelectorAll("#now .board")];
  const name = CSS.escape(target);
  const found = [...document.querySelectorAll(`#now [data-spot="${name}"], #now [data-zone="${name}"]`)];
  // Where a place is folded, the whole of it stands for what is in it.
  return found.map((it) => (it.checkVisibility?.() === false ? it.closest(".place") : it)).filter(Boolean);
}

/** What the rest of a gesture said, for the question that follows. */
let rest;

/** Answers the next question too, if a gesture has said how. Called whenever the table has changed. */
export function meant() {
  if (!rest || ply() === rest.ply) return;
  const { spots, ply: before } = rest;
  rest = undefined;
  if (Number(ply()) !== Number(before) + 1) return;
  const fits = answers().filter((answer) => spotsOf(answer).some((spot) => spots.includes(spot)));
  if (fits.length === 1) give(fits[0]);
}

let held;

function begin(event) {
  const spot = event.target.closest?.("#now .spot");
  if (!spot || event.button !== 0 || !event.isPrimary || spot.matches(".wide")) return;
  const where = targets(spot.dataset.spot);
  if (where.size) held = { spot, where, x: event.clientX, y: event.clientY, id: event.pointerId };
}

function lift() {
  lookAway();
  const picture = held.spot.querySelector("img").cloneNode();
  const box = held.spot.querySelector("img").getBoundingClientRect();
  Object.assign(picture.style, { width: `${box.width}px`, left: `${box.left - held.x}px`, top: `${box.top - held.y}px` });
  picture.className = "card dragged";
  document.body.append(picture);
  held.picture = picture;
  held.spot.classList.add("lifted");
  held.over = new Map([...held.where].flatMap((target) => elementsOf(target).map((it) => [it, target])));
  for (const it of held.over.keys()) it.classList.add("droppable");
}

/** The target under the pointer, the smallest first. */
function under(event) {
  const at = document.elementsFromPoint(event.clientX, event.clientY);
  for (const it of at) for (let up = it; up; up = up.parentElement) if (held.over.has(up)) return up;
}

function move(event) {
  if (!held || event.pointerId !== held.id) return;
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.picture) {
    if (Math.hypot(dx, dy) < FAR) return;
    lift();
  }
  event.preventDefault();
  held.picture.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  const at = under(event);
  for (const it of held.over.keys()) it.classList.toggle("over", it === at);
}

/** Lets go; `event` says where, unless it was broken off. */
function drop(event) {
  if (!held || event.pointerId !== held.id) return;
  const { spot, picture, over } = held;
  const at = picture && event.type === "pointerup" ? under(event) : undefined;
  const target = at && over.get(at);
  held = undefined;
  if (!picture) return;
  picture.remove();
  spot.classList.remove("lifted");
  for (const it of over.keys()) it.classList.remove("droppable", "over");
  // The click that follows is none.
  const swallow = (click) => (click.preventDefault(), click.stopPropagation());
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, true));
  if (!target) return;
  const found = gesture(spot.dataset.spot, target);
  if (found.length > 1) return open(spot, found);
  if (found.length === 1) {
    rest = { ply: ply(), spots: [spot.dataset.spot, target] };
    give(found[0]);
  }
}

/** Lets cards be dragged. */
export function drag() {
  document.addEventListener("pointerdown", begin);
  document.addEventListener("pointermove", move, { passive: false });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, drop);
  document.addEventListener("dragstart", (event) => event.target.closest?.("#now") && event.preventDefault());
  // A finger that has begun to drag does not scroll.
  document.addEventListener("touchmove", (event) => held?.picture && event.preventDefault(), { passive: false });
}
