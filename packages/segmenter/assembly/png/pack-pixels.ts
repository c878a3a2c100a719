/**
 * Leaves of each pixel what the file is to have: red, green and blue, or one of them alone.
 * @param rgba its pixels; up to 12 bytes behind them are read, and do not matter.
 * @param pixelBytes 3 or 1.
 * @param packed gets `pixels × pixelBytes` bytes. Fifteen bytes more may be written, and do not matter.
 */
export function packPixels(rgba: usize, pixels: usize, pixelBytes: usize, packed: usize): void {
  const lanes =
    pixelBytes === 3
      ? i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 16, 16, 16)
      : i8x16(0, 4, 8, 12, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16);
  const end = packed + pixels * pixelBytes;
  for (; packed < end; packed += 4 * pixelBytes) {
    v128.store(packed, v128.swizzle(v128.load(rgba), lanes));
    rgba += 16;
  }
}
