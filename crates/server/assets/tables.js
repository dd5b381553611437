// "Your tables" on the front page, live: whose turn it is, and what has ended.

/** Follows the guest's tables. */
export function follow() {
  const list = () => document.querySelector("#tables");
  const refresh = async () => {
    try {
      const answer = await fetch("/", { headers: { "x-part": "1", "x-has": `tables:${list().dataset.v}` } });
      const fresh = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#tables");
      if (!fresh || fresh.dataset.v === list().dataset.v) return;
      // Whoever goes through the list with keys stays where they are.
      const focused = list().contains(document.activeElement) && document.activeElement.getAttribute("href");
      list().replaceWith(fresh);
      if (focused) list().querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    } catch {
      // The house may be there again a little later.
    }
  };
  // Bots may be quick: once in a while is often enough.
  let soon;
  const later = () => (soon ??= setTimeout(() => ((soon = undefined), document.hidden || refresh()), 1000));
  let stream;
  const listen = () => {
    stream = new EventSource(list().dataset.live);
    stream.onmessage = later;
  };
  listen();
  // A page that one has left may be kept for the way back, but not its stream.
  addEventListener("pagehide", () => stream.close());
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    refresh();
    listen();
  });
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
}
