import type { ModelInput } from '../model/model-manifest.ts';

/**
 * Converts pixels to a network's input: `(value − mean) / std`, for each channel separately.
 * @param rgba 8-bit, `heightPx × widthPx × 4`.
 * @returns planar, `3 × heightPx × widthPx`, without alpha. For IS-Net in −0.5…0.5.
 * @see Qin et al. 2022, "Highly Accurate Dichotomous Image Segmentation" (IS-Net)
 */
export function normalise(
  rgba: Uint8ClampedArray,
  { mean, std }: Pick<ModelInput, 'mean' | 'std'>,
): Float32Array<ArrayBuffer> {
  const pixels = rgba.length / 4;
  const tensor = new Float32Array(pixels * 3);
  for (let channel = 0; channel < 3; channel += 1) {
    const offset = mean[channel] ?? 0;
    const scale = 1 / (std[channel] ?? 1);
    const plane = tensor.subarray(channel * pixels, (channel + 1) * pixels);
    for (let pixel = 0, at = channel; pixel < pixels; pixel += 1, at += 4) {
      plane[pixel] = ((rgba[at] ?? 0) - offset) * scale;
    }
  }
  return tensor;
}
