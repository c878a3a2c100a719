/** Pseudo-random choices that are determined by a seed. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  readonly next: () => number;
  readonly between: (from: number, to: number) => number;
  /** Returns −1 or 1. */
  readonly sign: () => -1 | 1;
  readonly pick: <Value>(list: readonly [Value, ...Value[]]) => Value;
}

/**
 * Creates a source of pseudo-random choices.
 * @param seed any 32-bit integer.
 */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  /** Mulberry32. */
  const next = () => {
    state = (state + 0x6d2b_79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    sign: () => (next() < 0.5 ? -1 : 1),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}
