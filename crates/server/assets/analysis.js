// A game that is still being judged: its page is looked at again until the whole of it is there.

const GLANCE = 1000;

/** Looks again until there is nothing to wait for; `done` is called with what came then. */
export function follow(done) {
  const again = async () => {
    const old = document.querySelector("#analysis[data-pending]");
    if (!old) return;
    try {
      const answer = await fetch(location.href);
      const page = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = page && page.querySelector("#analysis");
      if (next && !("pending" in next.dataset)) {
        old.replaceWith(next);
        return done();
      }
      for (const part of next ? ["progress", ".far"] : []) old.querySelector(part).replaceWith(next.querySelector(part));
    } catch {
      // The house may be there again a little later.
    }
    setTimeout(again, GLANCE);
  };
  setTimeout(again, GLANCE);
}
