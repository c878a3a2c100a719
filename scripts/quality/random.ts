/** Returns the next number of a sequence, 0 ≤ number < 1. */
export type Random = () => number;

/**
 * Creates a pseudo-random sequence that depends only on the words.
 * @see Bryc, "mulberry32"; the words become its first state by FNV-1a
 */
export function randomFrom(words: string): Random {
  let state = 0x811c9dc5;
  for (const letter of words) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
