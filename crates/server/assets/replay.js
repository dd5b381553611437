// A replay: a slider over the choices, arrow keys, and a film that plays by itself. Only what changes is fetched.

import { fit } from "./fit.js";
import { glide } from "./glide.js";
import { slim } from "./marks.js";
import { having, put, read, regionsIn } from "./regions.js";
import { stage } from "./stage.js";

const steps = () => document.querySelector("#question");
const onSteps = [];

/** What games do when another moment is shown. */
export const onStep = (act) => onSteps.push(act);

let wanted, busy, playing;

/** Goes to a moment. While one is on its way only the last that was asked for counts. */
async function go(url) {
  wanted = url;
  if (busy) return;
  busy = true;
  while (wanted) {
    const next = wanted;
    wanted = undefined;
    const forward = Number(new URL(next).searchParams.get("at")) > Number(steps().dataset.at);
    try {
      const { has, headers } = having();
      const answer = await fetch(next, { headers });
      if (!answer.ok) throw new Error(answer.statusText);
      await show(read(await answer.text(), { has }), forward);
      history.replaceState(null, "", next);
    } catch {
      // Whoever cannot be reached by the script is gone to.
      location.href = next;
      return;
    }
  }
  busy = false;
}

async function show(part, forward) {
  if (!part) return;
  const focus = document.activeElement?.closest("#question") && focusMark(document.activeElement);
  const news = [...part.fresh.querySelectorAll("#log li.new")];
  if (forward && !sliding) {
    for (const act of onSteps) await act(news);
    await stage(news);
  }
  const swap = () => {
    put(part);
    settle();
    if (focus) document.querySelector(focus)?.focus();
  };
  if (part.some) glide(() => regionsIn(part).filter((region) => region.id !== "question"), swap);
  else swap();
}

const focusMark = (it) => (it.name === "at" ? "#question [type=range]" : it.rel ? `#question [rel=${it.rel}]` : "film" in it.dataset ? "#question [data-film]" : undefined);

let sliding = false;

/** Makes the controls work. They are drawn anew with every step. */
function settle() {
  slim(document.querySelector("#now"));
  fit();
  const log = document.querySelector("#log");
  if (log) (log.querySelector(".new") ?? log.lastElementChild)?.scrollIntoView({ block: "nearest" });
  if (log) log.scrollTop = log.scrollHeight;
  const film = document.querySelector("[data-film]");
  film.hidden = false;
  film.textContent = playing ? "Stop" : "Play";
  film.addEventListener("click", () => (playing ? stop() : play()));
  const slider = document.querySelector("#question [type=range]");
  slider.addEventListener("input", () => {
    stop();
    sliding = true;
    go(to(slider.value));
  });
  slider.addEventListener("change", () => (sliding = false));
  document.querySelector(".jump button").hidden = true;
}

function to(at) {
  const url = new URL(document.querySelector('#question [rel="next"]').href);
  url.searchParams.set("at", at);
  return url.href;
}

function stop() {
  clearTimeout(playing);
  playing = undefined;
  const film = document.querySelector("[data-film]");
  if (film) film.textContent = "Play";
}

async function play() {
  const { at, last } = steps().dataset;
  if (Number(at) >= Number(last)) return stop();
  playing = setTimeout(async () => {
    await go(document.querySelector('#question [rel="next"]').href);
    if (playing) play();
  }, 1100);
  const film = document.querySelector("[data-film]");
  film.textContent = "Stop";
}

export function replay() {
  settle();
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#question .steps a, #question .eyes a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    go(link.href);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input:not([type=range]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const rel = { ArrowRight: "next", ArrowLeft: "prev", Home: "first", End: "last" }[event.key];
    if (rel && !event.target.matches("[type=range]")) {
      event.preventDefault();
      document.querySelector(`.steps a[rel="${rel}"]`)?.click();
    }
    if (event.key === " " && !event.target.closest("button, a, [type=range], .spot")) {
      event.preventDefault();
      document.querySelector("[data-film]")?.click();
    }
  });
  // Whoever leaves has stopped it.
  addEventListener("pagehide", stop);
  document.addEventListener("visibilitychange", () => document.hidden && stop());
}
