/**
 * Creates a random number generator of Park and Miller, so that the same seed repeats a run.
 * @param seed whole number of 1 to 2³¹ − 2.
 * @returns a function that returns a number of 0…1.
 */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
