// What each viewer can set for themselves. It is kept in the browser, and only a script can do what is set here.

/** What can be set: the words for it, its values with their words, and what is usual. */
const SETTINGS = {
  theme: { label: "Colours", values: { "": "like the system", light: "light", dark: "dark" } },
  stage: { label: "Big moments", values: { normal: "shown for a second", calm: "shown without motion", quick: "shown briefly", none: "not shown" } },
  pace: { label: "Bots play", values: { normal: "at their own pace", quick: "quickly", slow: "slowly" } },
  sound: { label: "Sounds", values: { on: "on", off: "off" } },
  speech: { label: "Taunts", values: { off: "in writing", on: "read aloud" } },
  keys: { label: "Shortcut keys", values: { on: "on", off: "off" } },
  calls: { label: "Notify me when it is my turn", values: { off: "no", on: "yes" } },
};

const listeners = new Map();

/** What is set; the first value is what is usual. */
export function setting(name) {
  let kept;
  try {
    kept = localStorage.getItem(name);
  } catch {
    // Nothing can be kept here.
  }
  const { values } = SETTINGS[name];
  return kept !== null && kept !== undefined && kept in values ? kept : Object.keys(values)[0];
}

export function set(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then it holds for this page only.
  }
  for (const listener of listeners.get(name) ?? []) listener(value);
}

/** Calls `listener` whenever a setting changes. */
export function onSet(name, listener) {
  listeners.set(name, [...(listeners.get(name) ?? []), listener]);
}

/** Is less motion wanted, by the system or by the guest? */
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const calm = () => reduced.matches;

/** How what decides is staged: reduced motion is calm, unless it is not to be staged at all. */
export function staging() {
  const wish = setting("stage");
  return reduced.matches && wish !== "none" ? "calm" : wish;
}

onSet("theme", (theme) => {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
});

onSet("calls", async (calls) => {
  if (calls === "on" && (await Notification.requestPermission()) !== "granted") set("calls", "off");
});

/** One line of the menu. */
function line(name) {
  const { label, values } = SETTINGS[name];
  const select = document.createElement("select");
  select.name = name;
  for (const [value, words] of Object.entries(values)) select.add(new Option(words, value, false, value === setting(name)));
  select.addEventListener("change", () => set(name, select.value));
  onSet(name, (value) => (select.value = value));
  const field = document.createElement("label");
  field.append(`${label} `, select);
  return field;
}

/** Puts the settings into the menu, and the one button for sounds beside it. */
export function fillMenu(atTable) {
  const menu = document.querySelector("#menu");
  if (!menu) return;
  const usable = {
    stage: atTable,
    pace: atTable,
    sound: atTable && "AudioContext" in window,
    speech: atTable && "speechSynthesis" in window,
    keys: atTable,
    calls: atTable && "Notification" in window,
    theme: true,
  };
  const fields = document.createElement("div");
  fields.className = "settings";
  fields.append(...Object.keys(SETTINGS).filter((name) => usable[name]).map(line));
  menu.append(fields);
  if (usable.sound) {
    const mute = document.createElement("button");
    mute.type = "button";
    mute.className = "mute-all";
    const say = () => {
      const on = setting("sound") === "on";
      mute.setAttribute("aria-pressed", String(on));
      mute.setAttribute("aria-label", "Sounds");
      mute.title = on ? "Sounds are on" : "Sounds are off";
      mute.textContent = "\u266b";
    };
    say();
    mute.addEventListener("click", () => set("sound", setting("sound") === "on" ? "off" : "on"));
    onSet("sound", say);
    document.querySelector(".menu").prepend(mute);
  }
}
