// Short sounds, made here out of nothing.
import type { Sound } from "./state/effect";

const PITCH: Record<Sound, number> = { chip: 1800, card: 500, win: 880 };
const SECONDS = 0.08;

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  context ??= new AudioContext();
  const { currentTime } = context;
  const tone = new OscillatorNode(context, { type: "triangle", frequency: PITCH[sound] });
  const volume = new GainNode(context, { gain: 0.08 });
  volume.gain.exponentialRampToValueAtTime(0.0001, currentTime + SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(currentTime + SECONDS);
}
