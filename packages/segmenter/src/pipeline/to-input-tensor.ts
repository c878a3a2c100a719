import type { ModelInput } from '../runtime/model-manifest.ts';
import { context2d } from './context-2d.ts';

/**
 * Fits a picture to the network's input and normalises it: `(value − mean) / std`, each channel by its own.
 * @param image the working picture; it is stretched to the input's size, as the published network expects.
 * @returns Float32, NCHW `[1, 3, input.heightPx, input.widthPx]`, RGB; for IS-Net in −0.5…0.5.
 * @see Qin et al. 2022, "Highly Accurate Dichotomous Image Segmentation" (IS-Net)
 */
export function toInputTensor(image: ImageBitmap, input: ModelInput): Float32Array<ArrayBuffer> {
  const { widthPx, heightPx } = input;
  const context = context2d(widthPx, heightPx);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, widthPx, heightPx);
  return normalise(context.getImageData(0, 0, widthPx, heightPx).data, input);
}

/**
 * @param rgba 8-bit, `heightPx × widthPx × 4`.
 * @returns planar, `3 × heightPx × widthPx`; alpha is left out.
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
