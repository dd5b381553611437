// Opponents shrink before the viewer does: if the board does not fit, what is around it is drawn smaller until it does. Answers
// are cut short only if there are too many of them to be read as they are.

const STEPS = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

/** Does everything in it fit into it? */
const fits = (it) => it.scrollHeight <= it.clientHeight + 1 && it.scrollWidth <= it.clientWidth + 1;

/** Gives every answer its words, as far as there is room: in a column, in two, cut short; a few only stand closer. */
function fitAnswers() {
  const [question, answers] = [document.querySelector("#question"), document.querySelector("#question .answers")];
  if (!answers) return;
  for (const way of answers.matches(".many") ? ["", "halves", "tight"] : ["", "close", "closest"]) {
    answers.classList.remove("halves", "tight", "close", "closest");
    if (way) answers.classList.add(way);
    if (fits(question) && fits(answers)) return;
  }
}

/** Draws the others as large as there is room for, then the middle, and the viewer's own last. */
export function fit() {
  fitAnswers();
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
