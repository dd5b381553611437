// Cards glide when they move and flip when they turn. Two pictures of the table are compared: whatever lies elsewhere now
// is the same card if it looks the same, or if it comes from the same player's hand or Lair, or from the deck.

import { calm } from "./settings.js";

/** The cards of these regions, by the name of their place. */
function spotsOf(regions) {
  const mine = document.querySelector(".place.mine")?.dataset.seat;
  const spots = new Map();
  for (const el of regions.flatMap((region) => [...region.querySelectorAll("[data-spot]")])) {
    const card = el.querySelector("img")?.getAttribute("src")?.split("/").pop();
    if (!card || spots.has(el.dataset.spot)) continue;
    const [zone, seat] = el.dataset.spot.split("-");
    const owner = zone === "hand" ? mine : /^\d+$/.test(seat ?? "") ? seat : undefined;
    spots.set(el.dataset.spot, { el, zone, owner, card, back: card.startsWith("back-") });
  }
  return spots;
}

/** Which card of the old table is this one of the new table? */
function origin(card, gone) {
  const find = (fits) => gone.find((old) => !old.taken && fits(old));
  return (
    find((old) => !old.back && old.card === card.card) ??
    find((old) => old.back && card.owner !== undefined && old.owner === card.owner && (!card.back || old.card === card.card)) ??
    // A card that is nobody's now was somebody's: it was played out of a hand or a Lair.
    find((old) => old.back && !card.back && card.owner === undefined && old.zone !== "deck")
  );
}

/** A picture of the deck's top card that can leave the deck. */
function ghost(deck) {
  const box = deck.getBoundingClientRect();
  const img = deck.querySelector("img").cloneNode();
  Object.assign(img.style, { position: "fixed", left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
  document.body.append(img);
  return img;
}

/** Can the whole of it be seen? What is scrolled or folded away, or cut off, does not glide over other things. */
function inSight(el) {
  if (!el.checkVisibility?.()) return false;
  const box = el.getBoundingClientRect();
  for (let above = el.parentElement; above && above !== document.body; above = above.parentElement) {
    if (getComputedStyle(above).overflow === "visible") continue;
    const clip = above.getBoundingClientRect();
    if (box.left < clip.left - 2 || box.top < clip.top - 2 || box.right > clip.right + 2 || box.bottom > clip.bottom + 2) return false;
  }
  return box.width > 0;
}

/** What kinds of movement there are between two tables, for those who hear it and do not want to see it. */
function kindsOf(before, after) {
  const kinds = new Set();
  for (const [spot, card] of after) {
    const old = before.get(spot);
    if (!old) kinds.add("deal");
    else if (old.back !== card.back) kinds.add("flip");
  }
  return kinds;
}

/** Gives every card that is on both tables the same name there; returns what to do with the new table once it is shown, and
 * what kinds of movement there are. */
function match(before, after) {
  const todo = [];
  const ghosts = [];
  const kinds = new Set();
  const pair = (name, from, to, kind) => {
    if (!inSight(from)) return;
    const flip = kind === "flip";
    if (kind) kinds.add(kind);
    from.style.viewTransitionName = name;
    from.style.viewTransitionClass = flip ? "flip" : "";
    todo.push(() => {
      // A card in a closed pile glides onto the pile.
      const el = inSight(to) ? to : to.closest(".pile, .place");
      if (!el || (el !== to && !inSight(el)) || el.style.viewTransitionName) {
        from.style.viewTransitionName = "";
        return;
      }
      el.style.viewTransitionName = name;
      el.style.viewTransitionClass = flip ? "flip" : "";
    });
  };
  const gone = [...before.entries()].filter(([spot]) => !after.has(spot)).map(([, card]) => card);
  // Names of the last move must not meet those of this one.
  for (const el of document.querySelectorAll("#now [style]")) el.style.viewTransitionName = "";
  let n = 0;
  for (const [spot, card] of after) {
    const old = before.get(spot);
    if (old) {
      pair(`c-${spot}`, old.el, card.el, old.back !== card.back ? "flip" : undefined);
      continue;
    }
    const from = origin(card, gone);
    if (from) {
      from.taken = true;
      pair(`m-${n++}`, from.el, card.el, from.back !== card.back ? "flip" : "deal");
    } else if ((card.zone === "hand" || card.zone === "back") && n < 12) {
      const deck = document.querySelector(`#now [data-spot="deck"], #now [data-spot="deck-${card.owner}"]`);
      if (!deck?.querySelector("img")) continue;
      ghosts.push(ghost(deck));
      pair(`m-${n++}`, ghosts.at(-1), card.el, card.back ? "deal" : "flip");
    }
  }
  const settle = () => {
    ghosts.forEach((it) => it.remove());
    todo.forEach((act) => act());
  };
  return [settle, kinds];
}

let gliding = null;
let waiting = null;

/** Resolves when no card is on its way. */
export const still = () => gliding?.finished.catch(() => {}) ?? Promise.resolve();

/** Swaps these regions for their next state, and shows how the cards get there. One move is shown after the other; if more than
 * one waits, only the last of them counts. `fresh` makes the regions, so that they are looked up when it is their turn. Tells
 * `moved` what kinds of movement there are. */
export function glide(fresh, swap, moved = () => {}) {
  if (gliding) {
    waiting = [fresh, swap, moved];
    return;
  }
  const next = fresh();
  const old = next.map((region) => document.getElementById(region.id)).filter(Boolean);
  const before = spotsOf(old);
  if (before.size === 0) return swap();
  if (!document.startViewTransition || calm() || document.hidden) {
    const kinds = kindsOf(before, spotsOf(next));
    if (kinds.size) moved(kinds);
    return swap();
  }
  const [settle, kinds] = match(before, spotsOf(next));
  if (kinds.size === 0) return swap();
  moved(kinds);
  gliding = document.startViewTransition(() => {
    swap();
    settle();
  });
  gliding.finished
    .catch(() => {})
    .finally(() => {
      const later = waiting;
      gliding = waiting = null;
      if (later) glide(...later);
    });
}
