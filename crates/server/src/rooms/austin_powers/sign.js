// The sign: as soon as it is to be made the large button has the focus, so that a key, a switch or a tap makes it, wherever one was.
// Without this script it is one of two answers.

import { onSettled } from "./table.js";

const button = () => document.querySelector('.austin-powers button.spot.live[data-spot="sign"]');
/** The moment for which the button has been given the focus already. */
let given = "";

onSettled(() => {
  const sign = button();
  if (!sign) return;
  const moment = document.querySelector("#felt [name=ply]")?.value ?? "";
  // Whoever is writing goes on writing, and whoever has gone elsewhere since stays there.
  if (given === moment || document.activeElement?.matches("input, textarea, select")) return;
  given = moment;
  sign.focus({ preventScroll: true });
});
