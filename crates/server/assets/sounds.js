// Short sounds, made here: cards that are dealt, turned and won, what decides, and the chime that calls a player.

import { setting } from "./settings.js";

let audio;

/** Can anything be heard? Browsers allow that once the guest has done something on the page. */
function ready() {
  if (setting("sound") !== "on" || !window.AudioContext || !navigator.userActivation?.hasBeenActive) return false;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  return true;
}

/** A tone that swells and fades: pitch in hertz, from when on, how long, how loud, and where its pitch goes. */
function tone(pitch, at, long, loud, { to = pitch, shape = "sine" } = {}) {
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + at;
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + long);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + Math.min(0.02, long / 4));
  volume.gain.exponentialRampToValueAtTime(0.001, start + long);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + long + 0.02);
}

let paper;

/** A rustle, as of paper: around this pitch, from when on, how long, how loud. */
function rustle(pitch, at, long, loud) {
  if (!paper) {
    paper = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const samples = paper.getChannelData(0);
    for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  }
  const [noise, filter, volume] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  const start = audio.currentTime + at;
  noise.buffer = paper;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + long);
  noise.connect(filter).connect(volume).connect(audio.destination);
  noise.start(start, Math.random() * 0.2, long + 0.02);
}

const SOUNDS = {
  deal: () => rustle(2400, 0, 0.09, 0.25),
  flip: () => [0, 0.07].forEach((at) => rustle(3600, at, 0.05, 0.2)),
  coin: () => [1320, 1760].forEach((pitch, n) => tone(pitch, n * 0.07, 0.25, 0.08)),
  foil: () => [tone(520, 0, 0.35, 0.1, { to: 130, shape: "triangle" }), rustle(900, 0.05, 0.2, 0.15)],
  boom: () => [tone(110, 0, 0.6, 0.25, { to: 38 }), rustle(300, 0, 0.5, 0.4)],
  catch: () => [330, 415, 494].forEach((pitch, n) => tone(pitch, n * 0.06, 0.22, 0.08, { shape: "triangle" })),
  chime: () => [660, 880].forEach((pitch, n) => tone(pitch, n * 0.16, 0.3, 0.15)),
};

/** Plays a sound, if sounds are on. */
export function sound(name) {
  if (document.hidden && name !== "chime") return;
  try {
    if (ready()) SOUNDS[name]?.();
  } catch {
    // Where there is nothing to make a sound with, the game goes on without.
  }
}

/** The sound that goes with a word on the stage. */
export function soundOf(word) {
  if (/boom|blow|trap|domino/i.test(word)) return "boom";
  if (/foil|stop|cancel|bye/i.test(word)) return "foil";
  return "catch";
}
