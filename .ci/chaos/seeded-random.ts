/** Draws that are the same for the same seed: what was drawn can be drawn again. */
export type SeededRandom = {
  /** From 0 to 1. */
  next: () => number;
  /** Whole, both ends included. */
  whole: (from: number, to: number) => number;
  chance: (of: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
};

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  // Mulberry32: short, and good enough to choose what breaks next.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    chance: (of) => next() < of,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error("There is nothing to pick from.");
      return from[whole(0, from.length - 1)] as T;
    },
  };
}
