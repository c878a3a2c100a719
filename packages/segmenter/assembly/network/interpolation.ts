import { multiplyAdd, QUAD } from './lanes';

/**
 * Returns the position of a pixel's centre in a source of another size (`half_pixel` in ONNX), clamped to the centre of
 * the first pixel.
 * @param scale the source's size divided by the target's.
 */
// @ts-ignore: decorator
@inline
export function samplePosition(pixel: i32, scale: f32): f32 {
  return max<f32>((<f32>pixel + 0.5) * scale - 0.5, 0);
}

/**
 * Interpolates bilinearly between four pixels.
 * @param right horizontal distance of the sample from `upperLeft`, 0…1; `down` is the vertical one.
 */
// @ts-ignore: decorator
@inline
export function interpolatePixel(
  upperLeft: usize,
  upperRight: usize,
  lowerLeft: usize,
  lowerRight: usize,
  right: f32,
  down: f32,
  to: usize,
  channels: i32,
): void {
  const horizontal = f32x4.splat(right);
  const vertical = f32x4.splat(down);
  for (let channel = 0; channel < channels; channel += 4) {
    const a = v128.load(upperLeft);
    const c = v128.load(lowerLeft);
    const upper = multiplyAdd(f32x4.sub(v128.load(upperRight), a), horizontal, a);
    const lower = multiplyAdd(f32x4.sub(v128.load(lowerRight), c), horizontal, c);
    v128.store(to, multiplyAdd(f32x4.sub(lower, upper), vertical, upper));
    upperLeft += QUAD;
    upperRight += QUAD;
    lowerLeft += QUAD;
    lowerRight += QUAD;
    to += QUAD;
  }
}
