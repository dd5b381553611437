// The name of a card in the log shows the card, without leaving the table.

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
  Object.assign(all, { href: name.href, target: "_blank", textContent: "Among all cards" });
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
