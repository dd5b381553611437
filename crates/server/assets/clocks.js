// Clocks that run on by themselves between two messages.

function face(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Starts the clocks of a region. */
export function wind(root) {
  for (const clock of root.querySelectorAll(".clock[data-runs]")) {
    clock.until ??= performance.now() + Number(clock.dataset.left);
  }
}

setInterval(() => {
  for (const clock of document.querySelectorAll(".clock[data-runs]")) {
    if (clock.until === undefined) continue;
    const left = clock.until - performance.now();
    const text = face(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("short", left < 10_000);
  }
}, 250);
