export type TracedMemory = ReturnType<typeof createMemory>;

/** Creates a memory of byte ranges, each with the symbolic value that was last written there as a whole. */
export function createMemory() {
  let stretches: { readonly at: number; readonly end: number; readonly value: number; readonly isWhole: boolean }[] =
    [];
  let [lowest, highest] = [Infinity, 0];
  return {
    get lowest() {
      return lowest;
    },
    get highest() {
      return highest;
    },
    write(at: number, bytes: number, value: number): void {
      const end = at + bytes;
      demand(Number.isInteger(at) && Number.isInteger(bytes) && at % 4 === 0, 'an address is invalid');
      [lowest, highest] = [Math.min(lowest, at), Math.max(highest, end)];
      const kept = stretches.flatMap((each) => {
        if (each.end <= at || each.at >= end) return [each];
        const rests = [
          { ...each, end: at, isWhole: false },
          { ...each, at: end, isWhole: false },
        ];
        return rests.filter((rest) => rest.at < rest.end);
      });
      stretches = bytes > 0 ? [...kept, { at, end, value, isWhole: true }] : kept;
    },
    read(at: number, bytes: number): number {
      const found = stretches.find((each) => each.at === at && each.end === at + bytes);
      if (!found?.isWhole) throw new Error(`${bytes} bytes at ${at} are not what was written there`);
      return found.value;
    },
  };
}

/** Checks a condition of a plan. @throws with the message when it is false. */
export function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}
