// The sound of a table that calls for the manager: two notes of a small bell.
const NOTES = [880, 1174.7] as const;
const APART_S = 0.22;
const RINGS_S = 0.9;

let context: AudioContext | undefined;

/** If audio is blocked or missing, there is no sound: the board shows the call all the same. */
export function chime(): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume().catch(() => undefined);
    NOTES.forEach((frequency, n) => ring(context as AudioContext, frequency, n * APART_S));
  } catch {
    // No sound.
  }
}

function ring(audio: AudioContext, frequency: number, after: number): void {
  const start = audio.currentTime + after;
  const note = new OscillatorNode(audio, { type: "sine", frequency });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.35, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + RINGS_S);
  note.connect(volume).connect(audio.destination);
  note.start(start);
  note.stop(start + RINGS_S);
}
