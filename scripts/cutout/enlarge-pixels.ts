import { enlargedCutout, gathered, sourceFrom, transformCutout } from '@isola/imaging';
import { type Enlarger, maxPixels, maxSidePx, type Outputs, type SegmentationFacts } from '@isola/segmenter/node';

type Cutout = SegmentationFacts & Partial<Outputs>;

/**
 * Enlarges a cutout's pixels: the network doubles them, and the rest is resampled.
 * @param factor more than 1.
 * @returns undefined when the result would have more pixels than images may have.
 */
export async function enlargePixels(
  { pixels, ...cutout }: Cutout,
  { enlarge }: Enlarger,
  factor: number,
): Promise<Cutout | undefined> {
  const { widthPx, heightPx } = cutout;
  const size = { widthPx: Math.round(widthPx * factor), heightPx: Math.round(heightPx * factor) };
  const isTooLarge = Math.max(size.widthPx, size.heightPx) > maxSidePx || size.widthPx * size.heightPx > maxPixels;
  if (isTooLarge || !pixels) return undefined;
  const source = sourceFrom({ widthPx, heightPx, data: new Uint8ClampedArray(pixels) });
  const doubled = await enlargedCutout(source, enlarge);
  const toPhoto = { a: doubled.widthPx / size.widthPx, b: 0, c: 0, d: doubled.heightPx / size.heightPx, e: 0, f: 0 };
  const { data } = await gathered(transformCutout(sourceFrom(doubled), { toPhoto, ...size }), () => Promise.resolve());
  return { ...cutout, ...size, pixels: data };
}
