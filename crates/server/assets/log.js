// The log from its first line on. A page is sent the newest of it; whoever opens the sheet with the log, or goes up in it, gets the
// rest from the replay.

let asked;

async function fill() {
  const link = document.querySelector("#log .earlier a");
  if (!link || asked === link.href) return;
  asked = link.href;
  try {
    const answer = await fetch(link.href);
    const page = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    const log = document.querySelector("#log");
    const first = Number(log.querySelector("[data-at]")?.dataset.at);
    const lines = page ? [...page.querySelectorAll("#log li")].filter((line) => Number(line.dataset.at) < first) : [];
    if (lines.length === 0) return;
    // What was being read stays where it is.
    const below = log.scrollHeight - log.scrollTop;
    log.querySelector(".earlier").replaceWith(...lines);
    log.scrollTop = log.scrollHeight - below;
  } catch {
    // The link is still there.
  } finally {
    asked = undefined;
  }
}

/** Has the rest of the log come when it is wanted. */
export function recall() {
  const unfolded = () => {
    // While it was folded it could not be scrolled to its newest line.
    const log = document.querySelector("#log");
    log.scrollTop = log.scrollHeight;
    fill();
  };
  const opened = (event) => event.target.id === "talk" && event.newState === "open" && unfolded();
  const scrolled = (event) => event.target.id === "log" && event.target.scrollTop < 40 && fill();
  // Neither event goes up from where it happens.
  document.addEventListener("toggle", opened, true);
  document.addEventListener("scroll", scrolled, { capture: true, passive: true });
  // It may have been opened before the script was there.
  if (document.querySelector("#talk:popover-open")) unfolded();
}
