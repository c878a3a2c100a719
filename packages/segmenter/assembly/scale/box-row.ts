/**
 * Adds a row of pixels to the boxes. Each box sums `boxPx` pixels, and the last box sums the remaining ones.
 * Transparent pixels are composited on white.
 *
 * @param pixels RGBA, 8-bit, straight alpha.
 * @param isFirst true for the first row of the boxes, which overwrites their previous content.
 * @param boxes float32 RGBA; the alpha of each pixel counts 255.
 */
export function boxRow(pixels: usize, widthPx: i32, boxPx: i32, isFirst: bool, boxes: usize): void {
  const end = pixels + (<usize>widthPx << 2);
  const boxBytes = <usize>boxPx << 2;
  let box = boxes;
  while (pixels < end) {
    const boxEnd = min(pixels + boxBytes, end);
    let sum = isFirst ? f32x4.splat(0) : v128.load(box);
    for (; pixels < boxEnd; pixels += 4) sum = f32x4.add(sum, onWhite(pixels));
    v128.store(box, sum);
    box += 16;
  }
}

function onWhite(pixel: usize): v128 {
  const words = i16x8.extend_low_i8x16_u(v128.load32_zero(pixel));
  const colour = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(words));
  const alpha = load<u8>(pixel, 3);
  if (alpha === 255) return colour;
  const onIt = f32x4.add(
    f32x4.mul(colour, f32x4.splat(<f32>alpha / 255)),
    f32x4.splat(<f32>(255 - alpha)),
  );
  return f32x4.replace_lane(onIt, 3, 255);
}
