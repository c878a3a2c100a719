/**
 * Leaves of each pixel red, green and blue.
 * @param rgba its pixels; up to 12 bytes behind them are read, and do not matter.
 * @param packed gets `pixels × 3` bytes. Fifteen bytes more may be written, and do not matter.
 */
export function packPixels(rgba: usize, pixels: usize, packed: usize): void {
  const lanes = i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 16, 16, 16);
  const end = packed + pixels * 3;
  for (; packed < end; packed += 12) {
    v128.store(packed, v128.swizzle(v128.load(rgba), lanes));
    rgba += 16;
  }
}
