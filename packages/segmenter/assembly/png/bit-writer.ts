/**
 * Writer of the compressed bits. Each byte is filled from its lowest bit. Bits that are not yet written are held in 64
 * bits.
 */
let position: usize = 0;
let held: u64 = 0;
let heldBits: u64 = 0;

export function startBits(output: usize): void {
  position = output;
  held = 0;
  heldBits = 0;
}

/**
 * Appends bits to the held ones.
 * @param bits no bit at or above `bitCount` may be set. At most 57 bits in total may be held between two calls of
 *   `release`.
 */
// @ts-ignore: decorator
@inline
export function hold(bits: u32, bitCount: u32): void {
  held |= <u64>bits << heldBits;
  heldBits += bitCount;
}

/**
 * Appends a Huffman code.
 * @param code the code's bits from bit 5 up, and their number in the lowest five bits.
 */
// @ts-ignore: decorator
@inline
export function holdCode(code: u32): void {
  hold(code >>> 5, code & 31);
}

/** Writes all complete bytes. Up to 7 bits stay held. */
// @ts-ignore: decorator
@inline
export function release(): void {
  store<u64>(position, held);
  position += <usize>(heldBits >> 3);
  held >>= heldBits & ~7;
  heldBits &= 7;
}

/**
 * Pads the output to a whole byte with an empty stored block.
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
