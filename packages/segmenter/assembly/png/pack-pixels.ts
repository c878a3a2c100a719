/**
 * Drops the alpha of each pixel and packs red, green and blue.
 * @param rgba the pixels. Up to 12 bytes after them are read; their values do not matter.
 * @param packed receives `pixels × 3` bytes. Up to fifteen bytes after them may be overwritten.
 */
export function packPixels(rgba: usize, pixels: usize, packed: usize): void {
  const lanes = i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 16, 16, 16);
  const end = packed + pixels * 3;
  for (; packed < end; packed += 12) {
    v128.store(packed, v128.swizzle(v128.load(rgba), lanes));
    rgba += 16;
  }
}
