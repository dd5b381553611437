// The stage: what decides is shown in the middle of the table for a moment, the cards that did it side by side and one word.
// Screen readers hear it as a line of the log, once.

import { staging } from "./settings.js";
import { sound, soundOf } from "./sounds.js";

/** How long a scene is on, in milliseconds. */
const LONG = { normal: 1100, calm: 1100, quick: 450 };
/** More than so many in a row are too many: only the last of them are shown. */
const MOST = 3;

function element(name, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
}

/** Resolves after so long, or when the viewer has seen enough: with a click on the stage, Escape or Enter. */
function seen(scene, long) {
  return new Promise((done) => {
    const leave = new AbortController();
    const end = (event) => {
      event?.preventDefault();
      event?.stopPropagation();
      leave.abort();
      done();
    };
    setTimeout(end, long);
    scene.addEventListener("click", end, { signal: leave.signal });
    const key = (event) => event.key === "Escape" && end(event);
    document.addEventListener("keydown", key, { signal: leave.signal, capture: true });
    document.addEventListener("visibilitychange", () => end(), { signal: leave.signal });
  });
}

/** Shows what decides among these lines of the log, one after the other. */
export async function stage(lines) {
  const how = staging();
  const board = document.querySelector("#now .board");
  const scenes = lines.filter((line) => line.dataset.word);
  if (!board || how === "none" || document.hidden) return;
  for (const line of scenes.slice(-MOST)) {
    const cards = (line.dataset.cards ?? "").split(" ").filter(Boolean).slice(0, 6);
    const pictures = cards.map((card) => element("img", { className: "card", src: `${board.dataset.art}/${card}.svg`, alt: "" }));
    const scene = element(
      "div",
      { className: `stage ${how}` },
      element("div", { className: "cards" }, ...pictures),
      element("p", { className: "word", textContent: line.dataset.word }),
    );
    scene.setAttribute("aria-hidden", "true");
    board.append(scene);
    sound(soundOf(line.dataset.word));
    await seen(scene, LONG[how]);
    scene.remove();
  }
}
