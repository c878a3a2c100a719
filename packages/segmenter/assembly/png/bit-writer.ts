/**
 * Where the compressed bits go, a byte's lowest bit first. What is not yet written is held in 64 bits.
 */
let position: usize = 0;
let held: u64 = 0;
let heldBits: u64 = 0;

export function startBits(output: usize): void {
  position = output;
  held = 0;
  heldBits = 0;
}

/** @param bits none set from `bitCount` on. At most 57 bits in all between two calls of `release`. */
// @ts-ignore: decorator
@inline
export function hold(bits: u32, bitCount: u32): void {
  held |= <u64>bits << heldBits;
  heldBits += bitCount;
}

/** @param code its bits from bit 5 up, their number below. */
// @ts-ignore: decorator
@inline
export function holdCode(code: u32): void {
  hold(code >>> 5, code & 31);
}

/** Writes the whole bytes; up to 7 bits stay held. */
// @ts-ignore: decorator
@inline
export function release(): void {
  store<u64>(position, held);
  position += <usize>(heldBits >> 3);
  held >>= heldBits & ~7;
  heldBits &= 7;
}

/**
 * Fills up to a whole byte, with a stored block of nothing.
 * @returns the end of the output.
 * @see RFC 1951, section 3.2.4
 */
export function finishBits(): usize {
  hold(0, 3);
  hold(0, -<u32>heldBits & 7);
  hold(0xffff_0000, 32);
  release();
  return position;
}
