// What a page needs of a script, by what kind of page it is. Without it the same pages work as plain forms.

import { follow } from "./analysis.js";
import { calls } from "./invite.js";
import "./large.js";
import { fillMenu } from "./settings.js";

const now = document.querySelector("#now");
const table = document.querySelector("#table");
fillMenu(Boolean(now));
calls();

if (table?.dataset.live) {
  const { live } = await import("./table.js");
  await import("./keys.js");
  live();
} else if (table?.dataset.replay) {
  const { replay } = await import("./replay.js");
  replay();
} else if (now?.matches(".lesson")) {
  const { lesson } = await import("./table.js");
  lesson();
}

if (document.querySelector("#analysis")) {
  follow(() => {
    calls();
    document.querySelector("#heard").textContent = "The analysis is ready.";
  });
}
if (document.querySelector("[data-find]")) (await import("./find.js")).find();
if (document.querySelector("#tables[data-live]")) (await import("./tables.js")).follow();
for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  const today = new Date().toDateString() === at.toDateString();
  time.textContent = today ? at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : at.toLocaleDateString();
}
