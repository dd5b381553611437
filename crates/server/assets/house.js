// Makes a table live: hears that it has changed, fetches the part that changed, and lets the cards glide there.
// Without this script the same pages work as plain forms.

import { follow } from "./analysis.js";
import { chime, wind } from "./clocks.js";
import { glide } from "./glide.js";
import "./peek.js";
import { aim, over, watch } from "./shot.js";

const table = document.querySelector("#table");

/** A part that brings only the new lines of the log says from where on: the old ones are put before them. */
function join(now, old) {
  const log = now.querySelector("#log[data-from]");
  const from = Number(log?.dataset.from);
  const kept = [...(log ? old.querySelectorAll("#log li") : [])].filter((line) => Number(line.dataset.at) < from);
  log?.prepend(...kept.slice(-100));
}

/** What is new in the log and in the chat, a new question and a hint, each once, for those who listen to the page. */
const heard = document.querySelector("#heard");
const last = { "#log": -1, "#said": -1, question: "", hint: "" };
function tell(aloud) {
  const lines = [];
  for (const list of ["#log", "#said"]) {
    const all = [...document.querySelectorAll(`${list} li`)];
    lines.push(...all.filter((line) => Number(line.dataset.at) > last[list]));
    // After a take-back there are fewer lines than before.
    last[list] = Number(all.at(-1)?.dataset.at ?? -1);
  }
  const words = document.querySelector("#question .words:not(.wait)");
  const question = words && ply() + words.textContent;
  if (question && question !== last.question) lines.push(words);
  last.question = question ?? "";
  const hint = document.querySelector("#hint");
  if (hint && ply() + hint.textContent !== last.hint) lines.push(hint);
  last.hint = hint ? ply() + hint.textContent : "";
  screened = last["#log"];
  if (!aloud) return;
  while (heard.children.length > 30) heard.firstElementChild.remove();
  for (const line of lines) {
    const told = document.createElement("p");
    const words = line.cloneNode(true);
    words.querySelector(".film")?.remove();
    told.textContent = words.textContent.trim();
    heard.append(told);
  }
}

/** Up to this line of the log every shot has had its film. */
let screened = -1;

/** Puts on the films of shots that a new part brings; resolves when all are over, at once if there are none. */
function premiere(now) {
  for (const link of now.querySelectorAll("#log [data-shot]")) {
    const at = Number(link.closest("li").dataset.at);
    if (at <= screened) continue;
    screened = at;
    watch(link);
  }
  return over();
}

const ply = () => document.querySelector("#felt [name=ply]")?.value;

/** Remembers where the focus is; the answer puts it back there, or where one goes on from there. */
function keepFocus() {
  const at = document.activeElement;
  if (!document.querySelector("#now").contains(at)) return () => {};
  const mark = (e) =>
    [e.localName, e.id, e.name, e.getAttribute("href"), e.dataset.spot ?? e.textContent, e.closest("[popover]")?.id].join("|");
  const [marked, before, asked] = [mark(at), ply(), at.closest("#question")];
  const wanted = at.formAction?.endsWith("/hint") ? "#hint" : ".answers button";
  return () => {
    const moved = asked && ply() !== before;
    const same = moved ? null : [...document.querySelectorAll(`#now ${at.localName}`)].find((e) => mark(e) === marked);
    const next = [wanted, ".answers button", "#question", "#now button.main"].map((css) => document.querySelector(css));
    (same ?? next.find((e) => e))?.focus();
  };
}

/** Remembers how far the parts of the page are scrolled. The log goes on with its end if that was in sight. */
function keepScroll() {
  const before = ply();
  const kept = [".board", ".around", ".hand", ".answers", "#log"].map((css) => {
    const part = document.querySelector(css);
    const atEnd = css === "#log" && (!part || part.scrollTop + part.clientHeight > part.scrollHeight - 8);
    return [css, part?.scrollLeft ?? 0, atEnd ? Infinity : (part?.scrollTop ?? 0)];
  });
  return () => {
    for (const [css, left, top] of kept) {
      const part = document.querySelector(css);
      if (!part || (css === ".answers" && ply() !== before)) continue;
      part.scrollLeft = left;
      part.scrollTop = Math.min(top, part.scrollHeight);
    }
  };
}

/** On a narrow screen log and chat are one tap away instead of always there. */
const narrow = matchMedia("(max-width: 60rem)");
function fold() {
  const talk = document.querySelector("details.talk");
  if (talk) talk.open = !narrow.matches;
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
    const typed = document.querySelector(".chat input")?.value;
    const opened = new Map([...old.querySelectorAll("details")].map((d) => [d.className, d.open]));
    const zoomed = document.querySelector(":popover-open")?.id;
    const keepers = [keepScroll(), keepFocus()];
    join(now, old);
    old.replaceWith(now);
    fold();
    for (const details of now.querySelectorAll("details")) details.open = opened.get(details.className) ?? details.open;
    wind(now);
    const chat = document.querySelector(".chat input");
    if (chat && typed) chat.value = typed;
    if (zoomed) {
      const source = document.querySelector(`[popovertarget="${CSS.escape(zoomed)}"]`);
      document.getElementById(zoomed)?.showPopover({ source });
    }
    for (const keep of keepers) keep();
    if (!old.querySelector("#hint")) document.querySelector("#hint ~ .answers .led")?.scrollIntoView({ block: "nearest" });
    spell();
    tell(true);
    announce();
    aim();
  };
  // What came of a shot is not on the table before its film has ended, and by then something newer may be.
  premiere(now).then(() => shown === version && glide(now, swap));
}

/** What goes with every request for a part: how much of the log is here already, and since which change. */
function having() {
  const last = document.querySelector("#log")?.lastElementChild;
  const version = document.querySelector("#now").dataset.version;
  return last ? { "x-part": "1", "x-log": `${Number(last.dataset.at) + 1} ${version}` } : { "x-part": "1" };
}

/** Says what went wrong, until something goes right. */
const notice = document.createElement("p");
Object.assign(notice, { id: "notice", role: "alert", hidden: true });
function complain(text) {
  if (text && !notice.isConnected) document.body.append(notice);
  notice.hidden = !text;
  if (notice.textContent !== (text ?? "")) notice.textContent = text ?? "";
}
const LOST = "Cannot reach the house right now. This page keeps trying.";

/** Fetches the table as it is now; true if the house can be reached. */
async function refresh() {
  try {
    const answer = await fetch(table.dataset.part, { headers: having() });
    if (answer.ok) show(await answer.text());
    if (notice.textContent === LOST) complain();
    return true;
  } catch {
    // The stream will tell when the network is back.
    complain(LOST);
    return false;
  }
}

/** So long after the last look a page looks again that hears no bell. */
const LOOK_AGAIN = 8000;

/**
 * Hears that the table has changed. A stream that was only cut comes back by itself, one that was refused does not: a
 * house that can be reached but has no place for one more, or does not know this browser as a guest, is asked now and
 * then instead.
 */
let stream, later;
let refused = 0;
function listen() {
  clearTimeout(later);
  stream?.close();
  if ("unheard" in table.dataset) {
    later = setTimeout(look, LOOK_AGAIN);
    return;
  }
  stream = new EventSource(table.dataset.live);
  stream.onmessage = (event) => {
    if (Number(event.data) !== shown) refresh();
  };
  stream.onopen = () => {
    refused = 0;
    if (notice.textContent === LOST) refresh();
  };
  stream.onerror = async () => {
    if (stream.readyState !== EventSource.CLOSED) return complain(LOST);
    const there = await refresh();
    clearTimeout(later);
    // Once may have been an accident on the way.
    refused += 1;
    later = setTimeout(listen, there && refused > 1 ? LOOK_AGAIN : 3000);
  };
}

/** Looks at the table without having been called, and listens again if it can. */
async function look() {
  if (!document.hidden) await refresh();
  listen();
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
    const to = event.submitter?.getAttribute("formaction") ?? form.action;
    const answer = await fetch(to, { method: "POST", body: data, headers: having() });
    const page = await answer.text();
    complain(answer.ok ? undefined : new DOMParser().parseFromString(page, "text/html").querySelector(".trouble")?.textContent);
    if (answer.ok) show(page);
    else await refresh();
    // Whoever has just sat down is a guest only now: the house should know that they listen.
    if (answer.ok && form.action.endsWith("/sit")) {
      delete table.dataset.unheard;
      listen();
    }
    if (answer.ok && form.action.endsWith("/say")) {
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
  spell();
  announce();
  document.addEventListener("submit", send);
  fold();
  narrow.addEventListener("change", fold);
  tell(false);
  aim();
  listen();
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  window.addEventListener("online", refresh);
  const log = document.querySelector("#log");
  if (log) log.scrollTop = log.scrollHeight;
}

// The link to send around: only a browser knows what the house is called out there.
function spell() {
  const link = document.querySelector("[data-link]");
  if (!link) return;
  link.value = location.href;
  const copy = document.querySelector("[data-copy]");
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard?.writeText(link.value);
    copy.textContent = "Copied";
  });
}

// A step of a lesson: a shot is taken and seen as at a table.
if (document.querySelector(".lesson")) {
  aim();
  for (const shot of document.querySelectorAll("#log li.new [data-shot]")) watch(shot);
}

if (document.querySelector("#analysis")) {
  spell();
  follow(() => {
    spell();
    heard.textContent = "The analysis is ready.";
  });
}

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
  // What has just happened can be seen happening.
  for (const shot of document.querySelectorAll("#log li.new [data-shot]")) watch(shot);
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
      switchButton("Notify me", calls, async () => {
        if (calls()) return kept("calls", "off");
        if ((await Notification.requestPermission()) === "granted") kept("calls", "on");
      }),
    );
  }
  header.append(switches);
}
