/** A seeded generator of pseudorandom numbers, which are the same in every run. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  number(): number;
  /** Returns a whole number from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number;
  pick<T>(values: readonly T[]): T;
}

/** Creates a SplitMix generator with 32 bits. @see Steele et al. 2014, "Fast Splittable Pseudorandom Number Generators" */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const number = () => {
    state = (state + 0x9e37_79b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(number() * (max - min + 1));
  return {
    number,
    integer,
    pick(values) {
      const value = values[integer(0, values.length - 1)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
  };
}
