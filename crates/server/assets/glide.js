// Cards glide when they move and flip when they turn. Two pictures of the table are compared: whatever lies elsewhere now
// is the same card if it looks the same, or if it comes from the same player's hand or Lair, or from the deck.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The cards of a table, by the name of their place. */
function spotsOf(root) {
  const mine = root.querySelector(".place.mine")?.dataset.seat;
  const spots = new Map();
  for (const el of root.querySelectorAll("[data-spot]")) {
    const card = el.querySelector("img")?.getAttribute("src")?.split("/").pop();
    if (!card) continue;
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
  const box = deck.el.getBoundingClientRect();
  const img = deck.el.querySelector("img").cloneNode();
  Object.assign(img.style, { position: "fixed", left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
  deck.el.parentElement.append(img);
  return img;
}

/** Gives every card that is on both tables the same name there; returns what to do with the new table once it is shown. */
function match(before, after) {
  const todo = [];
  const pair = (name, from, to, flip) => {
    from.style.viewTransitionName = name;
    from.style.viewTransitionClass = flip ? "flip" : "";
    todo.push(() => {
      // A card in a closed pile glides onto the pile.
      const el = to.closest("details:not([open])") ?? to;
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
      pair(`c-${spot}`, old.el, card.el, old.back !== card.back);
      continue;
    }
    const from = origin(card, gone);
    if (from) {
      from.taken = true;
      pair(`m-${n++}`, from.el, card.el, from.back !== card.back);
    } else if ((card.zone === "hand" || card.zone === "back") && n < 12) {
      const deck = before.get("deck") ?? before.get(`deck-${card.owner}`);
      if (deck) pair(`m-${n++}`, ghost(deck), card.el, !card.back);
    }
  }
  return () => todo.forEach((set) => set());
}

let gliding = null;
let waiting = null;

/** Swaps the table for its next state, and shows how the cards get there. One move is shown after the other; if more than
 * one waits, only the last of them counts. */
export function glide(next, swap) {
  const before = spotsOf(document.querySelector("#now"));
  if (!document.startViewTransition || calm.matches || document.hidden || before.size === 0) return swap();
  if (gliding) {
    waiting = [next, swap];
    return;
  }
  const settle = match(before, spotsOf(next));
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
