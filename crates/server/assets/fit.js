// Opponents shrink before the viewer does: if the board does not fit, what is around it is drawn smaller until it does.

const STEPS = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

/** Does everything on the board fit into it? */
const fits = (board) => board.scrollHeight <= board.clientHeight + 1 && board.scrollWidth <= board.clientWidth + 1;

/** Draws the others as large as there is room for, then the middle, and the viewer's own last. */
export function fit() {
  const board = document.querySelector("#now .board");
  if (!board) return;
  for (const what of ["--others", "--middle", "--own"]) board.style.removeProperty(what);
  for (const what of ["--others", "--middle", "--own"]) {
    for (const step of STEPS) {
      if (fits(board)) return;
      board.style.setProperty(what, String(step));
    }
  }
}

addEventListener("resize", () => {
  fit();
  // The newest line stays in sight.
  const log = document.querySelector("#log");
  if (log) log.scrollTop = log.scrollHeight;
});
