// Makes a table live: hears that it has changed, fetches the regions that changed, stages what decides, lets the cards glide
// to where they lie now, and tells it to those who listen to the page.

import { wind } from "./clocks.js";
import { drag, meant } from "./drag.js";
import { fit } from "./fit.js";
import { glide, still } from "./glide.js";
import { calls } from "./invite.js";
import { open, reopen } from "./large.js";
import { recall } from "./log.js";
import { mark, ply, slim } from "./marks.js";
import { having, lines, put, read, regionsIn } from "./regions.js";
import { setting } from "./settings.js";
import { since } from "./since.js";
import { sound } from "./sounds.js";
import { stage } from "./stage.js";

const table = document.querySelector("#table");

/** What games do besides: before a part is shown (with its new lines of the log), and whenever the table has changed. */
const premieres = [];
const settled = [];
export const onPremiere = (act) => premieres.push(act);
export function onSettled(act) {
  settled.push(act);
  act();
}

/** What is new in the log and in the chat, a new question and a hint, each once, for those who listen to the page. */
const heard = document.querySelector("#heard");
const last = { "#log": -1, "#said": -1, question: "", hint: "", next: "" };
function tell(aloud) {
  const told = [];
  for (const list of ["#log", "#said"]) {
    const all = [...document.querySelectorAll(`${list} li`)];
    told.push(...all.filter((line) => Number(line.dataset.at) > last[list]));
    // After a take-back there are fewer lines than before.
    last[list] = Number(all.at(-1)?.dataset.at ?? -1);
  }
  for (const [what, css] of [["question", "#question[data-asked] .words"], ["hint", "#hint"], ["next", "#end .next"]]) {
    const words = document.querySelector(css);
    const said = words ? ply() + words.textContent : "";
    if (said && said !== last[what]) told.push(words);
    last[what] = said;
  }
  if (!aloud) return;
  while (heard.children.length > 30) heard.firstElementChild.remove();
  for (const line of told) {
    const words = line.cloneNode(true);
    words.querySelector(".film")?.remove();
    const said = document.createElement("p");
    said.textContent = words.textContent.trim();
    heard.append(said);
  }
}

/** Remembers where the focus is; the answer puts it back there, or where one goes on from there. */
function keepFocus() {
  const at = document.activeElement;
  if (!document.querySelector("#now").contains(at)) return () => {};
  const mark = (e) => [e.localName, e.id, e.name, e.getAttribute("href"), e.dataset.spot ?? e.textContent, e.closest("[popover]")?.id].join("|");
  const [marked, before, asked] = [mark(at), ply(), at.closest("#question")];
  // What is folded cannot have the focus.
  const shown = ".answers button:not(details:not([open]) *)";
  const wanted = at.formAction?.endsWith("/hint") ? "#hint" : shown;
  return () => {
    if (at.isConnected) return;
    const moved = asked && ply() !== before;
    const same = moved ? null : [...document.querySelectorAll(`#now ${at.localName}`)].find((e) => mark(e) === marked);
    const next = [wanted, `${shown}, .answers summary, .answers select`, "#question", "#now button.main"].map((css) => document.querySelector(css));
    (same ?? next.find((e) => e))?.focus();
  };
}

/** The log goes on with its end if that was in sight. */
function keepScroll() {
  const log = document.querySelector("#log");
  const atEnd = !log || log.scrollTop + log.clientHeight > log.scrollHeight - 24;
  return () => {
    const log = document.querySelector("#log");
    if (log && atEnd) log.scrollTop = log.scrollHeight;
    const said = document.querySelector("#said");
    if (said) said.scrollTop = said.scrollHeight;
  };
}

/** What is open stays open, and what was typed stays typed. */
function keepOpen() {
  const typed = document.querySelector(".chat input")?.value;
  const opened = [...document.querySelectorAll("#now :popover-open")].map((it) => it.id);
  const folded = new Map([...document.querySelectorAll("#now details")].map((it) => [it.className, it.open]));
  return () => {
    const chat = document.querySelector(".chat input");
    if (chat && typed && !chat.value) chat.value = typed;
    for (const details of document.querySelectorAll("#now details")) details.open = folded.get(details.className) ?? details.open;
    for (const id of opened) {
      const again = document.getElementById(id);
      const source = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
      if (again && source && !again.matches(":popover-open")) again.showPopover({ source });
    }
  };
}

let shown = 0;
/** Resolves when everything that has come so far was seen happening. */
let premiering = Promise.resolve();
/** Up to this line of the log everything has been staged. */
let staged = -1;

/** Nothing that is covered can be used: while the end is shown the table behind it rests. */
function rest() {
  const curtain = document.querySelector(".curtain");
  const board = document.querySelector("#now .board");
  if (!curtain || !board) return;
  const see = () => (board.inert = curtain.open);
  curtain.ontoggle = see;
  see();
}

/** A coin for points: heard when somebody has more of them than before. */
let scores = new Map();
function coin(aloud) {
  const score = (place) => [place.dataset.seat, Number(place.querySelector(".score .number")?.textContent)];
  const now = new Map([...document.querySelectorAll("#now .place")].map(score));
  if (aloud && [...now].some(([seat, points]) => points > scores.get(seat))) sound("coin");
  scores = now;
}

/** Everything that follows from what is on the table now. */
function settle(aloud) {
  calls();
  wind(document);
  mark();
  fit();
  rest();
  since();
  coin(aloud);
  tell(aloud);
  announce();
  for (const act of settled) act();
  meant();
}

function show(part) {
  if (!part || part.version < shown) return;
  shown = part.version;
  const news = lines(part).filter((line) => Number(line.dataset.at) > staged);
  const swap = () => {
    // A glide that was cut short may come late.
    if (Number(document.querySelector("#now").dataset.version) > part.version) return;
    const keepers = [keepOpen(), keepScroll(), reopen(), keepFocus()];
    const { whole } = put(part);
    for (const keep of keepers) keep();
    settle(true);
    if (!whole) refresh();
  };
  // What came of it is not on the table before it was seen happening, and by then something newer may be.
  premiering = premiering.then(() => premiere(news)).catch(() => {});
  premiering.then(() => {
    if (shown !== part.version) return;
    if (part.some) glide(() => regionsIn(part), swap, (kinds) => sound(kinds.has("deal") ? "deal" : "flip"));
    else glide(() => [part.fresh], swap);
  });
}

/** Among people the house sets the pace; whoever likes it slower is shown each change for a while before the next. */
const DWELL = 1600;
let changed = 0;
async function dwell() {
  if (setting("pace") !== "slow" || "alone" in table.dataset) return;
  const left = changed + DWELL - performance.now();
  if (left > 0) await new Promise((done) => setTimeout(done, left));
}

async function premiere(news) {
  staged = Math.max(staged, ...news.map((line) => Number(line.dataset.at)));
  if (news.length) await dwell();
  changed = performance.now();
  await still();
  for (const act of premieres) await act(news);
  await stage(news);
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
export async function refresh() {
  try {
    const { has, headers } = having();
    const answer = await fetch(table.dataset.part, { headers });
    if (answer.ok) show(read(await answer.text(), { has }));
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
    table.dataset.hears = "";
    if (notice.textContent === LOST) refresh();
  };
  stream.onerror = async () => {
    delete table.dataset.hears;
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
  if (!(form instanceof HTMLFormElement) || form.method !== "post" || form.closest(".menu")) return;
  // Whoever goes to another table, or away, leaves the page.
  if (form.action.endsWith("/rematch") || "away" in form.dataset) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  document.querySelectorAll(":popover-open").forEach((p) => p.hidePopover());
  try {
    const to = event.submitter?.getAttribute("formaction") ?? form.action;
    const { has, headers } = having();
    const answer = await fetch(to, { method: "POST", body: data, headers });
    const page = await answer.text();
    complain(answer.ok ? undefined : new DOMParser().parseFromString(page, "text/html").querySelector(".trouble")?.textContent);
    if (answer.ok && form.action.endsWith("/say")) {
      const chat = document.querySelector(".chat input");
      if (chat) chat.value = "";
    }
    if (answer.ok) show(read(page, { has }));
    else await refresh();
    // Whoever has just sat down is a guest only now: the house should know that they listen.
    if (answer.ok && form.action.endsWith("/sit")) {
      delete table.dataset.unheard;
      listen();
    }
  } catch {
    await refresh();
  }
}

/** Tells in the title that somebody is waited for, or that the table goes on elsewhere. */
const title = document.title;
let wasAsked = false;
let spoken;
function announce() {
  const asked = Boolean(document.querySelector("#question[data-asked]"));
  const next = document.querySelector("#end [data-next]");
  document.title = next ? `\u25b6 Next game - ${title}` : asked ? `\u25cf Your turn - ${title}` : title;
  if (asked && !wasAsked && document.hidden && setting("calls") === "on" && window.Notification?.permission === "granted") {
    new Notification("Your turn", { body: title, tag: location.pathname });
  }
  if (asked && !wasAsked) sound("chime");
  wasAsked = asked;
  const words = document.querySelector(".bubble")?.dataset.speech;
  if (window.speechSynthesis && setting("speech") === "on" && words && words !== spoken) {
    speechSynthesis.speak(new SpeechSynthesisUtterance(words));
  }
  spoken = words;
}

/** Leaves the large cards of the page to the script. Whoever was quicker than the script keeps the card that they have opened; the
 * answer opens it again. */
function takeOver() {
  const early = document.querySelector("#now .zoom:popover-open:not(.list)");
  const at = early && document.querySelector(`#now [popovertarget="${CSS.escape(early.id)}"]`)?.dataset.spot;
  slim(document.querySelector("#now"));
  return () => {
    const spot = at && document.querySelector(`#now [data-spot="${CSS.escape(at)}"]`);
    if (spot) open(spot);
  };
}

/** Takes over a table that is being played, or will be. */
export function live() {
  const back = takeOver();
  shown = Number(document.querySelector("#now").dataset.version ?? 0);
  staged = Number(document.querySelector("#log")?.lastElementChild?.dataset.at ?? -1);
  drag();
  recall();
  settle(false);
  back();
  document.addEventListener("submit", send);
  listen();
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  window.addEventListener("online", refresh);
  // A page that one has left may be kept for the way back. It must not keep its stream: there are six for all the pages of a house.
  window.addEventListener("pagehide", () => {
    clearTimeout(later);
    stream?.close();
  });
  window.addEventListener("pageshow", (event) => event.persisted && look());
  const log = document.querySelector("#log");
  if (log) log.scrollTop = log.scrollHeight;
}

/** A step of a lesson: a table that does not change by itself. */
export function lesson() {
  const back = takeOver();
  drag();
  mark();
  fit();
  back();
  for (const act of settled) act();
}
