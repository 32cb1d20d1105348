/** Sounds of a game, synthesised (WebAudio): no file is fetched. Loaded when they are turned on. */

import type { GameNode } from "../../play/game-tree";

export type SoundName = "move" | "capture" | "check" | "end" | "low time";

/** A tone: frequency in hertz, begin and length in milliseconds, loudness from 0 to 1. */
interface Tone {
  readonly hertz: number;
  readonly at: number;
  readonly ms: number;
  readonly gain: number;
  readonly wave: OscillatorType;
}

const tone = (hertz: number, at: number, ms: number, gain = 0.2, wave: OscillatorType = "triangle"): Tone => ({
  hertz,
  at,
  ms,
  gain,
  wave,
});

/** Wood is a short low tone with a higher one on top; the others are small melodies. */
const SOUNDS: Readonly<Record<SoundName, readonly Tone[]>> = {
  move: [tone(190, 0, 70, 0.5), tone(620, 0, 22, 0.18)],
  capture: [tone(150, 0, 90, 0.6), tone(480, 0, 30, 0.3, "square"), tone(300, 45, 50, 0.25)],
  check: [tone(660, 0, 90, 0.22), tone(880, 95, 150, 0.22)],
  end: [tone(392, 0, 200, 0.2), tone(523, 150, 200, 0.2), tone(659, 300, 450, 0.2)],
  "low time": [tone(1000, 0, 50, 0.12), tone(1000, 110, 50, 0.12)],
};

/** The sound of a move, by the position that it has led to. */
export function soundOf({ move, ending, position }: GameNode): SoundName | null {
  if (move === null) return null;
  if (ending !== null) return "end";
  if (position.isCheck) return "check";
  return move.captured === null ? "move" : "capture";
}

let context: AudioContext | null = null;

/** Plays a sound; browsers let a page do so once its visitor has touched it. */
export function playSound(name: SoundName): void {
  context ??= new AudioContext();
  // Before the first touch nothing can be heard, and later it would come too late.
  if (context.state === "suspended") void context.resume();
  const start = context.currentTime + 0.01;
  for (const { hertz, at, ms, gain, wave } of SOUNDS[name]) {
    const [from, until] = [start + at / 1000, start + (at + ms) / 1000];
    const oscillator = new OscillatorNode(context, { type: wave, frequency: hertz });
    const volume = new GainNode(context, { gain });
    // It fades away, so that it does not click.
    volume.gain.setValueAtTime(gain, from);
    volume.gain.exponentialRampToValueAtTime(0.001, until);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(until);
  }
}
