/**
 * Where the compressed bits go, a byte's lowest bit first. What is not yet a whole byte waits.
 */
export let position: usize = 0;
export let waiting: u64 = 0;
export let waitingBits: u64 = 0;

export function startBits(output: usize): void {
  setBits(output, 0, 0);
}

/** For a loop that has kept the three in locals. */
export function setBits(newPosition: usize, newWaiting: u64, newWaitingBits: u64): void {
  position = newPosition;
  waiting = newWaiting;
  waitingBits = newWaitingBits;
}

/**
 * @param bits none set from `bitCount` on.
 * @param bitCount at most 56.
 */
// @ts-ignore: decorator
@inline
export function writeBits(bits: u64, bitCount: u64): void {
  const all = waiting | (bits << waitingBits);
  const allBits = waitingBits + bitCount;
  store<u64>(position, all);
  position += <usize>(allBits >> 3);
  waiting = all >> (allBits & ~7);
  waitingBits = allBits & 7;
}

/**
 * Fills up to a whole byte, with a stored block of nothing.
 * @returns the end of the output.
 * @see RFC 1951, section 3.2.4
 */
export function finishBits(): usize {
  writeBits(0, 3);
  writeBits(0, (8 - waitingBits) & 7);
  writeBits(0xffff_0000, 32);
  return position;
}
