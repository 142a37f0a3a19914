// Short, dry sounds, made of noise: chips and cards.
import type { Sound } from "../state/effect";

interface Burst {
  readonly at: number; // seconds from now
  readonly from: number; // Hz, the middle of the band at the start
  readonly to: number; // Hz, at the end
  readonly q: number; // width of the band: the higher, the narrower
  readonly attack: number; // seconds
  readonly decay: number;
  readonly gain: number;
}

/** One chip on another: two hard, narrow clicks, the second slightly later and higher. */
const click = (at: number, gain: number): readonly Burst[] => [
  { at, from: 2600, to: 2500, q: 7, attack: 0.001, decay: 0.035, gain },
  { at: at + 0.012, from: 4300, to: 4100, q: 9, attack: 0.001, decay: 0.022, gain: gain * 0.6 },
];

const SOUNDS: Readonly<Record<Sound, readonly Burst[]>> = {
  chip: click(0, 0.9),
  card: [
    { at: 0, from: 2400, to: 900, q: 0.8, attack: 0.04, decay: 0.12, gain: 0.2 }, // it slides
    { at: 0.15, from: 420, to: 300, q: 1.2, attack: 0.002, decay: 0.04, gain: 0.5 }, // it lands
  ],
  win: [0, 0.07, 0.125, 0.19].flatMap((at, n) => click(at, 0.75 - 0.1 * n)), // chips are pushed over
};

const NOISE_S = 0.5;

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

function hiss(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate * NOISE_S, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = 2 * Math.random() - 1;
  return buffer;
}

function strike(audio: AudioContext, buffer: AudioBuffer, burst: Burst): void {
  const start = audio.currentTime + burst.at;
  const end = start + burst.attack + burst.decay;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: burst.from, Q: burst.q });
  band.frequency.setValueAtTime(burst.from, start);
  band.frequency.exponentialRampToValueAtTime(burst.to, end);
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(burst.gain, start + burst.attack);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  source.connect(band).connect(volume).connect(audio.destination);
  source.start(start, Math.random() * (NOISE_S - 0.3), end - start + 0.02); // a random part of the noise, so that no two sounds are alike
}

/** If audio is blocked or missing, there is no sound. */
export function play(sound: Sound): void {
  try {
    context ??= new AudioContext();
    noise ??= hiss(context);
    if (context.state === "suspended") void context.resume().catch(() => undefined);
    for (const burst of SOUNDS[sound]) strike(context, noise, burst);
  } catch {
    // No sound.
  }
}
