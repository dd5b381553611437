// Shortcut keys at a table: 1 to 9 answer, H asks for a hint, U takes back, L goes to the log, ? opens the rules.

import { answers, give } from "./marks.js";
import { setting } from "./settings.js";

const click = (css) => document.querySelector(css)?.click();

const KEYS = {
  h: () => click('[data-key="h"]'),
  u: () => click('[data-key="u"]'),
  l: () => {
    const sheet = document.querySelector("#talk-sheet");
    if (sheet?.checkVisibility()) sheet.click();
    document.querySelector("#log")?.focus();
  },
  "?": () => click('[data-key="?"]'),
};

document.addEventListener("keydown", (event) => {
  if (setting("keys") !== "on" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest?.("input, select, textarea, [contenteditable]") || document.querySelector(":popover-open:not(.glance)")) return;
  const number = /^[1-9]$/.test(event.key) ? answers()[Number(event.key) - 1] : undefined;
  const act = number ? () => give(number) : KEYS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});
