// A page is made of regions with versions. What the house sends is either the whole table or the regions that differ from
// those that the page said it has.

import { slim } from "./marks.js";
import { setting } from "./settings.js";

const now = () => document.querySelector("#now");

/** The versions that the page has, as it names them to the house. */
function versions() {
  const shape = now()?.dataset.shape;
  const all = [...(now()?.querySelectorAll("[data-v]") ?? [])].map((region) => [region.id, region.dataset.v]);
  return new Map(shape ? [["shape", shape], ...all] : []);
}

/** What goes with every request for a part: which regions are here, and how much of the log, as of which change. */
export function having() {
  const has = versions();
  const headers = { "x-part": "1", "x-has": [...has].map((pair) => pair.join(":")).join(" ") };
  // How fast bots play for somebody who is alone with them.
  if (setting("pace") !== "normal") headers["x-pace"] = setting("pace");
  const last = document.querySelector("#log")?.lastElementChild;
  if (last && now().dataset.version) headers["x-log"] = `${Number(last.dataset.at) + 1} ${now().dataset.version}`;
  return { has, headers };
}

/** A part that has arrived: what is in it, and what it was asked with. */
export function read(html, asked) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#now");
  if (!fresh) return;
  return { fresh, asked, version: Number(fresh.dataset.version), some: "some" in fresh.dataset };
}

/** The new lines of the log in a part. */
export const lines = (part) => [...part.fresh.querySelectorAll("#log li")];

/** The regions that a part brings. */
export const regionsIn = (part) => [...part.fresh.querySelectorAll("[data-v]")];

/** New lines of the log come after those that are here. */
function join(log, part) {
  const fresh = part.fresh.querySelector("#log");
  if (!fresh) return;
  const from = Number(fresh.dataset.from);
  if (fresh.dataset.since === undefined) delete log.dataset.since;
  else log.dataset.since = fresh.dataset.since;
  if (Number.isNaN(from)) return log.replaceChildren(...fresh.children);
  for (const line of [...log.children]) if (Number(line.dataset.at) >= from) line.remove();
  log.append(...fresh.children);
  // What is news depends on the viewer's last choice.
  const since = Number(log.dataset.since ?? Infinity);
  for (const line of log.children) line.classList.toggle("new", Number(line.dataset.ply) > since);
}

/** Puts a part in place. Gives back the new regions, and whether the page is as the house thinks it is. */
export function put(part) {
  const here = now();
  if (!part.some) {
    const log = [...here.querySelectorAll("#log li")];
    // Whoever comes from a lobby is sent a page that works without a script.
    slim(part.fresh);
    here.replaceWith(part.fresh);
    const fresh = document.querySelector("#log[data-from]");
    // The way to still older lines stays with them.
    if (fresh) fresh.prepend(...log.filter((line) => !(Number(line.dataset.at) >= Number(fresh.dataset.from))));
    return { regions: [part.fresh], whole: true };
  }
  if (here.dataset.shape !== part.fresh.dataset.shape) return { regions: [], whole: false };
  // If something else has changed the page since, a region may be missing.
  const had = versions();
  const brought = new Set(regionsIn(part).map((region) => region.id));
  const whole = [...had].every(([id, version]) => brought.has(id) || part.asked.has.get(id) === version);
  const regions = regionsIn(part);
  for (const region of regions) document.getElementById(region.id)?.replaceWith(region);
  const log = document.querySelector("#log");
  if (log) join(log, part);
  here.dataset.version = part.fresh.dataset.version;
  return { regions, whole };
}
