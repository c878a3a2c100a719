import type { Detail } from '../api/options.ts';
import { networkSize, type SizeLimits } from './network-size.ts';
import type { Picture } from './platform.ts';

/** The JPEG quality at which the working picture is re-encoded; the owner's constant. */
const workingJpegQuality = 0.85;

/** From the largest to the smallest: the owner's longest sides of the working picture, and its squares. */
const standardLimits = [
  { longSidePx: 1024, sidePx: 896 },
  { longSidePx: 768, sidePx: 704 },
  { longSidePx: 640, sidePx: 640 },
] as const satisfies readonly SizeLimits[];

/** Of the fine detail, whatever the memory. */
const fineLimits: SizeLimits = { longSidePx: 1408, sidePx: 1024 };

/**
 * How large the network may see a picture, by the detail and the device's memory.
 * @param deviceMemoryGib 4 where the browser does not tell; the steps are the owner's.
 * @returns the limits to begin with, and what to be content with when the browser refuses the memory for them.
 */
export function sizeLimitsOf(detail: Detail, deviceMemoryGib: number): readonly [SizeLimits, ...SizeLimits[]] {
  if (detail === 'fine') return [fineLimits, ...standardLimits];
  const [first, second, third] = standardLimits;
  if (deviceMemoryGib >= 8) return [first, second, third];
  return deviceMemoryGib >= 4 ? [second, third] : [third];
}

/**
 * Scales a picture to the size in which the network is to see it, and re-encodes it as JPEG, unless it is wanted fine: then
 * no detail is lost to JPEG. Transparent pixels become white: JPEG knows no alpha, and white is what a picture without
 * background is most often seen on.
 * @param picture full size; stays open.
 * @returns the working picture.
 */
export function preprocess(picture: Picture, detail: Detail, limits: SizeLimits): Promise<Picture> {
  return picture.scaled(networkSize(picture, limits), detail === 'fine' ? undefined : workingJpegQuality);
}
