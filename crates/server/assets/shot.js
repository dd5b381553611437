// Shoot for Loot: a Mighty Bean is pulled back and flicked with mouse or finger, or stopped with keys; and the film of
// a shot, which everybody sees alike. Without this script a shot is two questions with a list each.

const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** As in the crate `shot`: how far one can aim, how hard one can flick, radians for a step of aim, millimetres. */
const [WIDEST, HARDEST, STEP, RADIUS, HALF] = [20, 20, 0.023, 8.5, 6.5];
/** So far, in millimetres, is pulled for the hardest flick. */
const PULL = 110;

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

/** The field, with the target where it stands, in millimetres, and both Mighty Beanz where a shot begins. */
function lay(field, [x, y] = [0, 280]) {
  const svg = make("svg", { viewBox: "-200 -520 400 560", "aria-hidden": "true" });
  const hole = make("g", { transform: `translate(${x} ${-y})`, fill: "none" }, svg);
  make("circle", { r: 34, fill: "#060312", stroke: "#ff7ac0", "stroke-width": 5 }, hole);
  make("circle", { r: 25, stroke: "#ffd84a", "stroke-width": 2.5 }, hole);
  const under = make("g", {}, svg);
  const target = bean(svg, "#ffb27a", "#d8572a");
  const shooter = bean(svg, "#9fd8ff", "#2f7fc1");
  target(x, y, 0, 0);
  shooter(0, 0, 0);
  field.append(svg);
  return { svg, under, target, shooter };
}

/** Where the target of a range stands. */
function stands(range) {
  const [turn, far] = [Number(range.dataset.side ?? 0) * STEP, Number(range.dataset.far ?? 280)];
  return [Math.sin(turn) * far, Math.cos(turn) * far];
}

const wait = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** The strength that was meant together with a direction, once the house asks for it. */
let meant;

/** Chooses a number of the list that the house has put up. */
function choose(n) {
  const list = document.querySelector("#felt .answers.number select");
  // A lesson guides the hand to what it is about.
  const guided = document.querySelector(".lesson") && list?.matches(".led");
  const option = guided ? list.selectedOptions[0] : list?.querySelector(`option[data-n="${n}"]`);
  if (!option) return;
  list.value = option.value;
  document.querySelector("#felt").requestSubmit(document.querySelector("#felt .answers.number button"));
}

function flick(direction, strength) {
  meant = strength;
  choose(direction);
}

/** Lets the player aim when asked to. Called whenever the table has changed. */
export function aim() {
  const range = document.querySelector(".range");
  const field = range?.querySelector(".field");
  if (!field) {
    meant = undefined;
    return;
  }
  if (field.querySelector("svg")) return;
  const set = range.dataset.aim;
  if (set !== undefined && meant !== undefined) {
    const strength = meant;
    meant = undefined;
    lay(field, stands(range)).shooter(0, 0, -Number(set) * STEP);
    return choose(strength);
  }
  const parts = lay(field, stands(range));
  // A Mighty Bean that leans has its weight on that side, and rolls off to it.
  const lean = Number(range.dataset.lean ?? 0);
  make("circle", { cx: lean * 4.5, cy: 0, r: 4, fill: "#ffd84a", stroke: "#171029", "stroke-width": 1.2 }, parts.svg);
  const told = document.createElement("p");
  told.className = "told";
  field.append(told);
  const arrow = make("path", { stroke: "#ffd84a", "stroke-width": 4, fill: "none", "stroke-linecap": "round" }, parts.under);
  const band = make("path", { stroke: "#ff7ac0", "stroke-width": 5, fill: "none", "stroke-linecap": "round" }, parts.under);
  const fixed = set === undefined ? undefined : Number(set);
  const say = (text) => (told.textContent = text);
  say(fixed === undefined ? "Pull your Bean back and let go." : "How hard? Pull back and let go.");

  const show = (direction, strength) => {
    const [turn, length] = [direction * STEP, 40 + strength * 10];
    const [x, y] = [Math.sin(turn), Math.cos(turn)];
    arrow.setAttribute("d", strength ? `M${x * 24} ${-y * 24}L${x * length} ${-y * length}` : "");
    const back = (strength / HARDEST) * 34;
    band.setAttribute("d", strength ? `M-14 4L${-x * back} ${y * back}L14 4` : "");
    parts.shooter(-x * back, -y * back, -turn);
    // No numbers: a hand and an eye decide.
    if (strength) say("Let go to flick.");
  };
  const done = (direction, strength) => (fixed === undefined ? flick(direction, strength) : choose(strength));

  // Pulled back: where it points and how far it was pulled.
  let from;
  const at = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(parts.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  };
  const read = (event) => {
    const [x, y] = at(event);
    const [dx, dy] = [from[0] - x, y - from[1]];
    const far = Math.hypot(dx, dy);
    if (far < 8 || dy <= 0) return [0, 0];
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
  parts.svg.addEventListener("pointercancel", () => (from = undefined));
  parts.svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [direction, strength] = read(event);
    from = undefined;
    if (strength) done(direction, strength);
    else show(0, 0);
  });

  // With keys: a needle swings; the button, or space, stops the direction first and then the strength.
  if (calm.matches) return;
  const gauge = document.createElement("button");
  const first = fixed === undefined ? "Or stop a moving needle: start it" : "Or stop a moving gauge: start it";
  Object.assign(gauge, { type: "button", className: "gauge", textContent: first });
  field.append(gauge);
  // Whoever goes on with keys goes on here, and the space bar does the rest.
  if (document.activeElement?.closest("#question")) gauge.focus({ preventScroll: true });
  let [held, start, turn, power] = [fixed, undefined, 0, 1];
  const swing = (now) => {
    if (!field.isConnected || start === undefined) return;
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
  const gauge = document.querySelector(".range[open] .gauge");
  if (event.key !== " " || !gauge || event.repeat || event.target.closest?.("input, select, textarea, button, a, summary, .zoom")) return;
  event.preventDefault();
  gauge.click();
});

let playing = Promise.resolve();

/** Plays the film of a line of the log over the table, after those that are on already. */
export function watch(link) {
  const { shot, seat } = link.dataset;
  playing = playing.then(() => play(shot, seat)).catch(() => {});
  return playing;
}

/** Resolves when no film is on. */
export const over = () => playing;

async function play(shot, seat) {
  const board = document.querySelector(".board");
  if (!board || document.hidden) return;
  const film = calm.matches ? undefined : await (await fetch(`${shot}.json`, { signal: AbortSignal.timeout(3000) })).json();
  const box = board.getBoundingClientRect();
  const stage = document.createElement("div");
  stage.className = "film-show";
  const high = Math.min(box.height, innerHeight - 16);
  const wide = Math.min(box.width, (high * 400) / 560);
  const top = clamp(box.top, 8, Math.max(8, innerHeight - high - 8));
  Object.assign(stage.style, { left: `${box.left + (box.width - wide) / 2}px`, top: `${top}px`, width: `${wide}px`, height: `${high}px` });
  const field = document.createElement("div");
  field.className = "field";
  // Whoever sits on the other side shoots from there.
  const mine = document.querySelector(".place.mine")?.dataset.seat ?? "0";
  field.classList.toggle("turned", seat !== mine);
  const picture = new Image();
  picture.src = film ? "/art/mighty-beanz/range.svg" : `${shot}.svg`;
  picture.alt = "";
  field.append(picture);
  stage.append(field);
  document.body.append(stage);
  const leave = new AbortController();
  try {
    await Promise.race([enough(leave.signal), film ? roll(film, field) : wait(3)]);
  } finally {
    leave.abort();
    stage.remove();
  }
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

/** Rolls the film on a field, and says how it ended. */
async function roll(film, field) {
  const [, , , x, y] = film.frames[0];
  const parts = lay(field, [x / 10, y / 10]);
  const trail = make("path", { fill: "none", stroke: "#9fd8ff", "stroke-width": 2, "stroke-dasharray": "6 4" }, parts.under);
  let path = "";
  await new Promise((done) => {
    const start = performance.now() + 250;
    let drawn = -1;
    const step = (now) => {
      const n = clamp(Math.floor(((now - start) * 60) / 1000), 0, film.frames.length - 1);
      while (drawn < n) {
        const [at, far] = film.frames[++drawn];
        path += `${path ? "L" : "M"}${at / 10} ${-far / 10}`;
      }
      const [x, y, turn, tx, ty, tturn, lean] = film.frames[n];
      parts.shooter(x / 10, y / 10, turn / 100);
      parts.target(tx / 10, ty / 10, tturn / 100, lean / 100);
      trail.setAttribute("d", path);
      if (n < film.frames.length - 1 && field.isConnected) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  });
  const told = document.createElement("p");
  told.className = "told";
  told.textContent = film.hit ? "The target falls!" : "A miss.";
  field.append(told);
  await wait(0.9);
}

// A click on "watch" plays the film again.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.film[data-shot]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  watch(link);
});
