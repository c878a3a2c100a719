import type { Detail } from '../api/options.ts';
import { networkSize, type SizeLimits } from './network-size.ts';
import type { Picture } from './platform.ts';

/** The JPEG quality at which the working picture is re-encoded; the owner's constant. */
const workingJpegQuality = 0.85;

/**
 * From the largest to the smallest: the owner's longest sides of the working picture, and the squares that the network sees of it.
 * Of 768 px every level of the network is a whole number of Winograd's tiles, so none is worked out in vain.
 */
const allLimits = [
  { longSidePx: 1024, sidePx: 768 },
  { longSidePx: 768, sidePx: 704 },
  { longSidePx: 640, sidePx: 640 },
] as const satisfies readonly SizeLimits[];

/**
 * How large the network may see a picture, by the detail and the device's memory.
 * @param deviceMemoryGib 4 where the browser does not tell; the steps are the owner's.
 * @returns the limits to begin with, and what to be content with when the browser refuses the memory for them.
 */
export function sizeLimitsOf(detail: Detail, deviceMemoryGib: number): readonly [SizeLimits, ...SizeLimits[]] {
  const [first, second, third] = allLimits;
  // Fine detail begins with the largest, whatever the memory.
  if (detail === 'fine' || deviceMemoryGib >= 8) return [first, second, third];
  return deviceMemoryGib >= 4 ? [second, third] : [third];
}

/** A picture made ready for the network. */
export interface Preprocessed {
  /** What the network sees first, once it is scaled to the network's size. */
  readonly working: Picture;
  /** The same without the loss of a JPEG: for a second pass, and for the matte's edge. */
  readonly lossless: Picture;
  close(): void;
}

/**
 * Scales a picture to the working size, in the shape in which the network is to see it, and re-encodes it as JPEG. The working
 * picture's longer side is as long as the owner allows, and the network's picture is scaled down from it: that takes back some of the
 * JPEG's loss. Transparent pixels become white: JPEG knows no alpha, and white is what a picture without background is most often seen
 * on.
 * @param picture full size; stays open.
 */
export async function preprocess(picture: Picture, limits: SizeLimits): Promise<Preprocessed> {
  const size = networkSize(picture, limits);
  const scale = limits.longSidePx / Math.max(size.widthPx, size.heightPx);
  const workingSize = { widthPx: Math.round(size.widthPx * scale), heightPx: Math.round(size.heightPx * scale) };
  const lossless = await picture.scaled(workingSize);
  const working = await lossless.scaled(workingSize, workingJpegQuality).catch((error: unknown) => {
    lossless.close();
    throw error;
  });
  return {
    working,
    lossless,
    close() {
      working.close();
      lossless.close();
    },
  };
}
