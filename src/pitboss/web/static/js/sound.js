// Sounds made in the browser, off until switched on: a card, a chip, one's turn, a win in three sizes.

import { Session } from "./session.js";

const settings = new Session("sound");
let on = settings.setting("sound");
let audio = null;

/** A short tone: frequency in Hz, start and length in s.
 *  @param {OscillatorType} shape */
function tone(frequency, at, length, loud = 0.12, shape = "sine") {
  const start = audio.currentTime + at;
  const swing = new OscillatorNode(audio, { type: shape, frequency });
  const level = new GainNode(audio, { gain: 0 });
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(loud, start + 0.012);
  level.gain.exponentialRampToValueAtTime(0.0008, start + length);
  swing.connect(level).connect(audio.destination);
  swing.start(start);
  swing.stop(start + length);
}

/** A brush of noise: paper on cloth, clay on clay. */
function brush(frequency, at, length, loud) {
  const samples = Math.ceil(audio.sampleRate * length);
  const buffer = new AudioBuffer({ length: samples, sampleRate: audio.sampleRate });
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency, Q: 1.2 });
  noise.connect(band).connect(new GainNode(audio, { gain: loud })).connect(audio.destination);
  noise.start(audio.currentTime + at);
}

const card = () => brush(2400, 0, 0.07, 0.35);
const chip = () => {
  brush(4200, 0, 0.03, 0.5);
  brush(3600, 0.05, 0.03, 0.35);
};
const chord = (notes, step, length) => notes.forEach((note, i) => tone(note, i * step, length, 0.1));

const SOUNDS = {
  deal: card,
  expose: card,
  move: card,
  bet: chip,
  chip,
  settle: chip,
  turn: () => tone(660, 0, 0.16, 0.08),
  "win-small": () => chord([523, 659], 0.09, 0.3),
  "win-middle": () => chord([523, 659, 784], 0.1, 0.45),
  "win-large": () => chord([392, 523, 659, 784, 1047], 0.13, 0.9),
};

export function sound(name) {
  // a browser lets nothing sound before the page has been touched
  if (!on || !SOUNDS[name] || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  SOUNDS[name]();
  document.documentElement.dataset.sounded = name;
}

const button = document.getElementById("sound");
button?.setAttribute("aria-pressed", String(on));
button?.addEventListener("click", () => {
  on = settings.set("sound", !on);
  button.setAttribute("aria-pressed", String(on));
  sound("turn");
});
