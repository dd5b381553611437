// Makes a table live: hears that it has changed, fetches the part that changed, and lets the cards glide there.
// Without this script the same pages work as plain forms.

import { chime, wind } from "./clocks.js";
import { glide } from "./glide.js";
import "./peek.js";

const table = document.querySelector("#table");

/** Keeps what was said in the log and in the chat, and adds what is new, so that a screen reader hears each line once. */
function grow(selector, key, fresh) {
  const old = document.querySelector(selector);
  const next = fresh.querySelector(selector);
  if (!old || !next) return;
  const last = old.lastElementChild ? Number(old.lastElementChild.dataset[key]) : -1;
  const first = next.firstElementChild ? Number(next.firstElementChild.dataset[key]) : -1;
  // After a long sleep, or after a take-back, the lines do not join: then all are new.
  const newest = next.lastElementChild ? Number(next.lastElementChild.dataset[key]) : -1;
  if (first > last + 1 || newest < last || old.dataset.muted !== next.dataset.muted) return;
  for (const line of [...next.children]) {
    if (Number(line.dataset[key]) > last) old.append(line);
  }
  next.replaceWith(old);
}

let shown = 0;

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const now = fresh.querySelector("#now");
  if (!now) return;
  const version = Number(now.dataset.version);
  if (version < shown) return;
  shown = version;
  // Everything is looked up when it happens: a glide that was cut short may swap late.
  const swap = () => {
    const old = document.querySelector("#now");
    if (Number(old.dataset.version) > version) return;
    const focus = document.activeElement?.closest("[data-spot], #question button, .chat input");
    const spot = focus?.dataset?.spot;
    const typed = document.querySelector(".chat input")?.value;
    const typing = document.activeElement?.matches?.(".chat input");
    const opened = [...document.querySelectorAll("details[open]")].map((d) => d.className);
    grow("#log", "at", fresh);
    grow("#said", "n", fresh);
    old.replaceWith(now);
    for (const details of document.querySelectorAll("details")) details.open = opened.includes(details.className);
    wind(now);
    const log = document.querySelector("#log");
    if (log) log.scrollTop = log.scrollHeight;
    const chat = document.querySelector(".chat input");
    if (chat && typed) chat.value = typed;
    if (typing) chat?.focus();
    else if (spot) document.querySelector(`[data-spot="${CSS.escape(spot)}"]`)?.focus();
    else if (focus) document.querySelector("#question button")?.focus();
    announce();
  };
  glide(now, swap);
}

async function refresh() {
  try {
    const answer = await fetch(table.dataset.part, { headers: { "x-part": "1" } });
    if (answer.ok) show(await answer.text());
  } catch {
    // The network is away; the stream will tell when it is back.
  }
}

/** Forms are sent without leaving the page. */
async function send(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post" || form.closest("header")) return;
  // Whoever goes to another table, or away, leaves the page.
  if (form.action.endsWith("/rematch") || "away" in form.dataset) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  document.querySelectorAll(":popover-open").forEach((p) => p.hidePopover());
  try {
    const answer = await fetch(event.submitter?.getAttribute("formaction") ?? form.action, { method: "POST", body: data, headers: { "x-part": "1" } });
    if (answer.ok) show(await answer.text());
    else await refresh();
    if (answer.ok && form.matches(".chat form")) {
      const chat = document.querySelector(".chat input");
      if (chat) chat.value = "";
    }
  } catch {
    await refresh();
  }
}

/** Tells in the title that somebody is waited for. */
const title = document.title;
let wasAsked = false;
function announce() {
  const asked = document.querySelector("#felt[data-asked]");
  document.title = asked ? "\u25cf Your turn - " + title : title;
  if (asked && !wasAsked && document.hidden && localStorage.getItem("calls") === "on") {
    if (window.Notification?.permission === "granted") new Notification("Your turn", { body: title, tag: location.pathname });
  }
  if (asked && !wasAsked && sounds()) chime();
  wasAsked = Boolean(asked);
  if (voice && speaks()) {
    const bubble = document.querySelector(".bubble");
    const words = bubble?.dataset.speech;
    if (words && words !== spoken) voice.speak(new SpeechSynthesisUtterance(words));
    spoken = words;
  }
}
const voice = window.speechSynthesis;
let spoken;
const sounds = () => localStorage.getItem("sound") === "on";
const speaks = () => localStorage.getItem("speech") === "on";

if (table) {
  shown = Number(document.querySelector("#now")?.dataset.version ?? 0);
  wind(document);
  announce();
  document.addEventListener("submit", send);
  const stream = new EventSource(table.dataset.live);
  stream.onmessage = (event) => {
    if (Number(event.data) !== shown) refresh();
  };
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  window.addEventListener("online", refresh);
  const log = document.querySelector("#log");
  if (log) log.scrollTop = log.scrollHeight;
}

const link = document.querySelector("[data-link]");
if (link) {
  link.value = location.href;
  const copy = document.querySelector("[data-copy]");
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard?.writeText(link.value);
    copy.textContent = "Copied";
  });
}

// On a narrow screen log and chat are one tap away instead of always there.
const talk = () => document.querySelector("details.talk");
if (talk() && matchMedia("(max-width: 60rem)").matches) talk().open = false;

// A replay: arrow keys step, and a film plays by itself.
const film = document.querySelector("[data-film]");
if (film) {
  const go = (rel) => document.querySelector(`.steps a[rel="${rel}"]`)?.click();
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea")) return;
    if (event.key === "ArrowRight") go("next");
    if (event.key === "ArrowLeft") go("prev");
  });
  const playing = sessionStorage.getItem("film") === "on";
  const next = document.querySelector('.steps a[rel="next"]');
  const atEnd = next.href === document.querySelector('.steps a[rel="last"]').href && location.href === next.href;
  film.hidden = false;
  film.textContent = playing && !atEnd ? "Stop" : "Play";
  film.addEventListener("click", () => {
    sessionStorage.setItem("film", playing && !atEnd ? "off" : "on");
    if (!playing || atEnd) go("next");
    else location.reload();
  });
  if (playing && !atEnd) setTimeout(() => go("next"), 1200);
  else sessionStorage.setItem("film", "off");
  const log = document.querySelector("#log");
  if (log) log.scrollTop = log.scrollHeight;
}

// Switches in the header: only a script can do what they switch.
const kept = (name, value) => {
  if (value === undefined) return localStorage.getItem(name);
  localStorage.setItem(name, value);
  return value;
};
const theme = kept("theme");
if (theme) document.documentElement.dataset.theme = theme;

function switchButton(text, pressed, flip) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.setAttribute("aria-pressed", String(pressed()));
  button.addEventListener("click", async () => {
    await flip();
    button.setAttribute("aria-pressed", String(pressed()));
  });
  return button;
}

const header = document.querySelector("header.house");
if (header) {
  const switches = document.createElement("div");
  switches.className = "switches";
  const dark = () =>
    (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  switches.append(
    switchButton("Dark", dark, () => (document.documentElement.dataset.theme = kept("theme", dark() ? "light" : "dark"))),
  );
  if (table && voice) {
    switches.append(switchButton("Voices", speaks, () => kept("speech", speaks() ? "off" : "on")));
  }
  if (table && window.AudioContext) {
    switches.append(
      switchButton("Sound", sounds, () => kept("sound", sounds() ? "off" : "on") === "on" && chime()),
    );
  }
  if (table && "Notification" in window) {
    const calls = () => kept("calls") === "on" && Notification.permission === "granted";
    switches.append(
      switchButton("Call me", calls, async () => {
        if (calls()) return kept("calls", "off");
        if ((await Notification.requestPermission()) === "granted") kept("calls", "on");
      }),
    );
  }
  header.append(switches);
}
