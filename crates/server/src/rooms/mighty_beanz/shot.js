// Shoot for Loot: a Mighty Bean is pulled back and flicked with mouse or finger, or a swinging needle is stopped with keys; and
// the film of a shot, which everybody sees alike. Without this script a shot is two questions with a list each.

import { calm } from "./settings.js";
import { onPremiere, onSettled } from "./table.js";
import { onStep } from "./replay.js";

const SVG = "http://www.w3.org/2000/svg";
/** As in the crate `shot`: how far one can aim, how hard one can flick, radians for a step of aim, millimetres. */
const [WIDEST, HARDEST, STEP, RADIUS, HALF] = [20, 20, 0.023, 8.5, 6.5];
/** So far, in millimetres, is pulled for the hardest flick. */
const PULL = 110;
/** What is seen of the table, in millimetres: left, far, wide, long. Behind the Bean there is room to pull. */
const FIELD = [-200, -520, 400, 680];

const clamp = (n, least, most) => Math.min(most, Math.max(least, n));

function make(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

/** A Mighty Bean from above; `put` moves it: x and y in millimetres, turned to the left, leaning from 0 to 1. */
function bean(parent, head, suit) {
  const group = make("g", {}, parent);
  const shape = make("rect", { fill: suit, stroke: "#171029", "stroke-width": 1.6 }, group);
  const cap = make("path", { fill: head }, group);
  const shine = make("rect", { fill: "#fff", "fill-opacity": 0.55, rx: 1.5 }, group);
  const eyes = [-3, 3].map((x) => make("circle", { cx: x, r: 2.3, fill: "#fff", stroke: "#171029", "stroke-width": 0.9 }, group));
  return (x, y, turn, lean = 1) => {
    const long = RADIUS + HALF * lean;
    const size = { x: -RADIUS, y: -long, width: 2 * RADIUS, height: 2 * long, rx: RADIUS };
    for (const [key, value] of Object.entries(size)) shape.setAttribute(key, value);
    const top = RADIUS - long;
    cap.setAttribute("d", `M${-RADIUS} ${top}A${RADIUS} ${RADIUS} 0 0 1 ${RADIUS} ${top}V0H${-RADIUS}Z`);
    for (const [key, value] of Object.entries({ x: -5.5, y: top - 3, width: 2.6, height: 6 + HALF * lean })) shine.setAttribute(key, value);
    for (const eye of eyes) eye.setAttribute("cy", -(HALF * lean + 1.5));
    group.setAttribute("transform", `translate(${x} ${-y}) rotate(${(-turn * 180) / Math.PI})`);
  };
}

/** The field, with the target where it stands, in millimetres, and both Mighty Beanz where a shot begins; on a wide screen it lies on its side. */
function lay(field, { at: [x, y] = [0, 280], turned = false } = {}) {
  const box = field.getBoundingClientRect();
  const wide = box.width > box.height * 1.25;
  const [left, far, width, long] = FIELD;
  const view = wide ? [-(far + long), left, long, width] : FIELD;
  const svg = make("svg", { viewBox: view.join(" "), "aria-hidden": "true" });
  // Whoever sits on the other side shoots from there.
  const middle = far + 560 / 2;
  const over = turned ? `rotate(180 0 ${middle})` : "";
  const group = make("g", { transform: `${wide ? "rotate(90)" : ""} ${over}`.trim() }, svg);
  make("image", { href: "/art/mighty-beanz/range.svg", x: left, y: far, width: 400, height: 560 }, group);
  const hole = make("g", { transform: `translate(${x} ${-y})`, fill: "none" }, group);
  make("circle", { r: 34, fill: "#060312", stroke: "#ff7ac0", "stroke-width": 5 }, hole);
  make("circle", { r: 25, stroke: "#ffd84a", "stroke-width": 2.5 }, hole);
  const under = make("g", {}, group);
  const target = bean(group, "#ffb27a", "#d8572a");
  const shooter = bean(group, "#9fd8ff", "#2f7fc1");
  target(x, y, 0, 0);
  shooter(0, 0, 0);
  field.append(svg);
  return { svg, group, under, target, shooter };
}

/** Where the target of a range stands. */
function stands(range) {
  const [turn, far] = [Number(range.dataset.side ?? 0) * STEP, Number(range.dataset.far ?? 280)];
  return [Math.sin(turn) * far, Math.cos(turn) * far];
}

const wait = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
const list = () => document.querySelector("#felt .answers.number select");
const inLesson = () => document.querySelector("#now.lesson");

/** The strength that was meant together with a direction, once the house asks for it. */
let meant;

/** Chooses a number of the list that the house has put up; in a lesson the one that it is about. */
function choose(n) {
  const numbers = list();
  const option = inLesson() && numbers?.matches(".led") ? numbers.selectedOptions[0] : numbers?.querySelector(`option[data-n="${n}"]`);
  if (!option) return;
  numbers.value = option.value;
  document.querySelector("#felt").requestSubmit(document.querySelector("#felt .answers.number button"));
}

/** A shot was made. In a lesson it is seen first: what was pulled counts, and a miss is tried again. */
async function shoot(range, direction, strength) {
  if (inLesson() && list()?.matches(".led")) {
    const hit = await play(`/shot/${range.dataset.lie}/${direction}/${strength}/${STILL}`, document.querySelector(".place.mine")?.dataset.seat);
    if (!hit) return begin(range, "A miss. Try once more: pull straight back, halfway.");
    sessionStorage.setItem("pulled", location.pathname.replace(/\d+$/, ""));
    return choose(direction);
  }
  meant = strength;
  choose(direction);
}
/** A wobble of a practice shot: none to speak of. */
const STILL = 40;

/** Lets the player aim when asked to. Called whenever the table has changed. */
function aim() {
  const range = document.querySelector(".range");
  if (!range) {
    meant = undefined;
    return;
  }
  if (range.matches(".on")) return;
  const set = range.dataset.aim;
  if (set !== undefined && meant !== undefined) {
    const strength = meant;
    meant = undefined;
    return choose(strength);
  }
  // The second question of a shot in a lesson: it was pulled already.
  if (set !== undefined && inLesson() && sessionStorage.getItem("pulled") === location.pathname.replace(/\d+$/, "")) return choose();
  range.classList.add("on");
  begin(range);
}

function begin(range, words) {
  const field = range.querySelector(".field");
  field.replaceChildren();
  range.querySelector(".needle")?.remove();
  const set = range.dataset.aim;
  const fixed = set === undefined ? undefined : Number(set);
  const parts = lay(field, { at: stands(range) });
  // A Mighty Bean that leans has its weight on that side, and rolls off to it.
  const lean = Number(range.dataset.lean ?? 0);
  make("circle", { cx: lean * 4.5, cy: 0, r: 4, fill: "#ffd84a", stroke: "#171029", "stroke-width": 1.2 }, parts.group);
  const told = document.createElement("p");
  told.className = "told";
  told.setAttribute("role", "status");
  told.textContent = words ?? (fixed === undefined ? "Grab your Bean, pull it back and let go." : "How hard? Pull back and let go.");
  field.append(told);
  make("circle", { class: "grip", r: 42, cx: 0, cy: 0 }, parts.under);
  const band = make("path", { class: "band" }, parts.under);
  const posts = [-16, 16];
  for (const x of posts) make("circle", { class: "post", r: 4, cx: x, cy: 2 }, parts.under);

  const show = (direction, strength) => {
    const turn = direction * STEP;
    const back = (strength / HARDEST) * PULL;
    const [x, y] = [-Math.sin(turn) * back, Math.cos(turn) * back];
    band.setAttribute("d", strength ? `M${posts[0]} 2L${x - 5} ${y + 6}L${x + 5} ${y + 6}L${posts[1]} 2` : "");
    parts.shooter(x, -y, -turn);
  };
  show(fixed ?? 0, 0);
  const done = (direction, strength) => (fixed === undefined ? shoot(range, direction, strength) : choose(strength));

  // Pulled back: where it points and how far it was pulled.
  let from;
  const at = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(parts.group.getScreenCTM().inverse());
    return [point.x, point.y];
  };
  const read = (event) => {
    const [x, y] = at(event);
    const [dx, dy] = [from[0] - x, y - from[1]];
    const far = Math.hypot(dx, dy);
    if (far < 8 || dy <= 0) return [fixed ?? 0, 0];
    const direction = fixed ?? clamp(Math.round(Math.atan2(dx, dy) / STEP), -WIDEST, WIDEST);
    return [direction, clamp(Math.round((far / PULL) * HARDEST), 1, HARDEST)];
  };
  parts.svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    from = at(event);
    parts.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  parts.svg.addEventListener("pointermove", (event) => from && show(...read(event)));
  parts.svg.addEventListener("pointercancel", () => ((from = undefined), show(fixed ?? 0, 0)));
  parts.svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [direction, strength] = read(event);
    from = undefined;
    if (strength) done(direction, strength);
    else show(fixed ?? 0, 0);
  });
  needle(range, fixed, show, done);
}

/** With keys: a needle swings; the button, or space, stops the direction first and then the strength. */
function needle(range, fixed, show, done) {
  const bar = document.createElement("div");
  bar.className = "needle";
  const gauge = document.createElement("button");
  Object.assign(gauge, { type: "button", className: "gauge", textContent: fixed === undefined ? "Or stop a swinging needle" : "Or stop a moving gauge" });
  const numbers = document.createElement("button");
  Object.assign(numbers, { type: "button", className: "numbers", textContent: "Or enter numbers" });
  numbers.addEventListener("click", () => {
    range.open = false;
    list()?.focus();
  });
  bar.append(...(calm() ? [numbers] : [gauge, numbers]));
  range.append(bar);
  // Whoever goes on with keys goes on here, and the space bar does the rest.
  if (document.activeElement?.closest("#question")) bar.firstElementChild.focus({ preventScroll: true });
  let [held, start, turn, power] = [fixed, undefined, 0, 1];
  const swing = (now) => {
    if (!gauge.isConnected || start === undefined) return;
    const part = Math.abs((((now - start) / 1800) % 2) - 1);
    if (held === undefined) turn = Math.round((part * 2 - 1) * WIDEST);
    else power = 1 + Math.round(part * (HARDEST - 1));
    show(held ?? turn, held === undefined ? 8 : power);
    requestAnimationFrame(swing);
  };
  gauge.addEventListener("click", () => {
    if (start === undefined) {
      // The needle begins straight ahead, the gauge at its least.
      start = performance.now() - (held === undefined ? 900 : 1800);
      gauge.textContent = held === undefined ? "Stop the needle" : "Let go";
      requestAnimationFrame(swing);
    } else if (held === undefined) {
      [held, start] = [turn, performance.now() - 1800];
      gauge.textContent = "Let go";
    } else {
      start = undefined;
      done(held, power);
    }
  });
}

document.addEventListener("keydown", (event) => {
  const gauge = document.querySelector(".range.on[open] .gauge");
  if (event.key !== " " || !gauge || event.repeat || event.target.closest?.("input, select, textarea, button, a, summary, .zoom")) return;
  event.preventDefault();
  gauge.click();
});

let playing = Promise.resolve();
/** So many seconds longer than its frames a film may stay: it begins late, and its end is shown for a while. */
const SPARE = 3;

/** Plays the film of a line of the log over everything, after those that are on already. */
function watch(link) {
  const { shot, seat } = link.dataset;
  playing = playing.then(() => play(shot, seat)).catch(() => {});
  return playing;
}

/** Plays a film; true if the target fell. */
async function play(shot, seat) {
  if (document.hidden) return false;
  const film = await (await fetch(`${shot}.json`, { signal: AbortSignal.timeout(3000) })).json();
  const show = document.createElement("div");
  show.className = "film-show";
  show.popover = "manual";
  show.role = "dialog";
  show.setAttribute("aria-label", "A shot");
  const field = document.createElement("div");
  field.className = "field";
  show.append(field);
  const leave = new AbortController();
  const mine = document.querySelector(".place.mine")?.dataset.seat ?? "0";
  // A browser that paints nothing for a while moves no film on: it is over in time all the same.
  const longest = wait(film.frames.length / 60 + SPARE);
  try {
    document.body.append(show);
    // Above everything else there is.
    show.showPopover();
    await Promise.race([enough(leave.signal), longest, roll(film, field, seat !== mine)]);
  } finally {
    leave.abort();
    show.remove();
  }
  return film.hit;
}

/** Resolves when the viewer has seen enough: with a tap, Escape, Enter or the space bar, or by looking elsewhere. */
function enough(signal) {
  return new Promise((done) => {
    const key = (event) => {
      if (!["Escape", "Enter", " "].includes(event.key)) return;
      // The key ends the film and does nothing else.
      event.preventDefault();
      event.stopPropagation();
      done();
    };
    document.addEventListener("pointerdown", done, { signal });
    document.addEventListener("visibilitychange", done, { signal });
    document.addEventListener("keydown", key, { signal, capture: true });
  });
}

/** Rolls the film on a field, and says how it ended. Where less motion is wanted only its end is seen. */
async function roll(film, field, turned) {
  const first = film.frames[0];
  const parts = lay(field, { at: [first[3] / 10, first[4] / 10], turned });
  const trail = make("path", { class: "trail" }, parts.under);
  let path = "";
  await new Promise((done) => {
    const start = performance.now() + 250;
    let drawn = -1;
    const step = (now) => {
      const last = film.frames.length - 1;
      const n = calm() ? last : clamp(Math.floor(((now - start) * 60) / 1000), 0, last);
      while (drawn < n) {
        const [at, far] = film.frames[++drawn];
        path += `${path ? "L" : "M"}${at / 10} ${-far / 10}`;
      }
      const [x, y, turn, tx, ty, tturn, lean] = film.frames[n];
      parts.shooter(x / 10, y / 10, turn / 100);
      parts.target(tx / 10, ty / 10, tturn / 100, lean / 100);
      trail.setAttribute("d", path);
      if (n < last && field.isConnected) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  });
  const told = document.createElement("p");
  told.className = "told";
  told.textContent = film.hit ? "The target falls!" : "A miss.";
  field.append(told);
  await wait(calm() ? 1.5 : 0.9);
}

/** So many films are put on in a row; the others can be watched from the log. */
const MOST = 3;

/** Puts on the films of shots among new lines of the log. */
async function premiere(lines) {
  const films = lines.flatMap((line) => [...line.querySelectorAll("[data-shot]")]);
  for (const link of films.slice(-MOST)) await watch(link);
}

// A click on "watch" plays the film again.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.film[data-shot]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  watch(link);
});

if (document.querySelector("#now")) {
  if (document.querySelector("[data-replay]")) {
    onStep(premiere);
    premiere([...document.querySelectorAll("#log li.new")]);
  } else {
    onPremiere(premiere);
    onSettled(aim);
  }
  if (inLesson()) {
    const pulled = sessionStorage.getItem("pulled") === location.pathname.replace(/\d+$/, "");
    if (!pulled) premiere([...document.querySelectorAll("#log li.new")]);
    else if (!document.querySelector(".range")) sessionStorage.removeItem("pulled");
  }
}
