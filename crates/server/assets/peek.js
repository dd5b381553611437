// Cards seen large: the name of one in the log shows it without leaving the table, and a click beside a large card closes
// it and does nothing else.

// The browser closes it as soon as the button goes down, and would then click on whatever lies there.
let closes = false;
document.addEventListener(
  "pointerdown",
  (event) => {
    const open = document.querySelector(":popover-open");
    closes = Boolean(open) && !open.contains(event.target) && !event.target.closest?.("[popovertarget]");
  },
  true,
);
document.addEventListener(
  "click",
  (event) => {
    // Keys click without a pointer going down.
    if (closes && event.detail > 0) {
      event.preventDefault();
      event.stopPropagation();
    }
    closes = false;
  },
  true,
);

const peek = document.createElement("div");
peek.className = "zoom peek";
peek.popover = "auto";

document.addEventListener("click", (event) => {
  const name = event.target.closest?.("a.name[data-card]");
  if (!name || event.ctrlKey || event.metaKey || event.shiftKey || !peek.showPopover) return;
  event.preventDefault();
  const [, , game] = new URL(name.href).pathname.split("/");
  const picture = document.createElement("img");
  Object.assign(picture, { className: "card large", src: `/art/${game}/${name.dataset.card}.svg`, alt: name.textContent });
  const all = document.createElement("a");
  Object.assign(all, { href: name.href, target: "_blank", textContent: "See it among all the cards" });
  const close = document.createElement("button");
  Object.assign(close, { type: "button", textContent: "Close" });
  close.addEventListener("click", () => peek.hidePopover());
  const reading = document.createElement("div");
  reading.className = "reading";
  reading.append(all, close);
  peek.replaceChildren(picture, reading);
  if (!peek.isConnected) document.body.append(peek);
  peek.showPopover();
  close.focus();
});
