// The link to send around: only a browser knows what the house is called out there.

/** Makes the links of a page work: to be copied, or handed to whatever the system shares with. */
export function calls() {
  for (const link of document.querySelectorAll("[data-link]")) link.value = new URL(link.value, location.href).href;
  for (const copy of document.querySelectorAll("[data-copy][hidden]")) {
    copy.hidden = !navigator.clipboard;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(copy.parentElement.querySelector("[data-link]").value);
      copy.textContent = "Copied";
    });
  }
  for (const share of document.querySelectorAll("[data-share][hidden]")) {
    const url = new URL(share.dataset.share, location.href).href;
    // Where the system has nothing to share with, the link is copied.
    share.hidden = !navigator.share && !navigator.clipboard;
    share.addEventListener("click", async () => {
      try {
        if (navigator.share) return await navigator.share({ title: document.title, url });
        await navigator.clipboard.writeText(url);
        share.textContent = "Link copied";
      } catch {
        // They have thought better of it.
      }
    });
  }
}
