import { type AlphaPlane, subjectFrom } from './pixels.ts';
import { widen } from './widen.ts';

/**
 * Length as a share of the image's shorter side. An error that is nowhere wider than twice this length counts as an
 * error of the edge.
 */
const edgeShare = 1 / 200;
const minEdgePx = 2;
/** Lowest alpha at which a pixel of the true background counts as visible. */
const visibleFrom = 0.1;
/** Highest true alpha of a pixel that counts as background. */
const backgroundUpTo = 0.02;

/**
 * Measures how much of the subject is missing in whole parts, such as a shirt or a paw.
 * @returns 0…1: the pixels with an alpha below 0.5 in parts of the true subject (alpha 0.5 or more), divided by all its
 *   pixels.
 */
export function lostParts(result: AlphaPlane, truth: AlphaPlane): number {
  return shareOfSubject(truth, (pixel, own) => own >= subjectFrom && (result.data[pixel] ?? 0) < subjectFrom);
}

/**
 * Measures how much of the background is left in whole parts, such as a ghost of a neighbour or a piece of wall.
 * @returns the pixels with an alpha of 0.1 or more in parts of the true background, divided by the pixels of the true
 *   subject.
 */
export function rests(result: AlphaPlane, truth: AlphaPlane): number {
  return shareOfSubject(truth, (pixel, own) => own <= backgroundUpTo && (result.data[pixel] ?? 0) >= visibleFrom);
}

/**
 * Returns the wrong pixels that are not just an error of the edge, divided by the pixels of the true subject; 0 when
 * there is no subject.
 */
function shareOfSubject(truth: AlphaPlane, isWrong: (pixel: number, trueAlpha: number) => boolean): number {
  const wrong = new Uint8Array(truth.data.length);
  let subjectPixels = 0;
  truth.data.forEach((alpha, pixel) => {
    if (alpha >= subjectFrom) subjectPixels += 1;
    if (isWrong(pixel, alpha)) wrong[pixel] = 1;
  });
  if (subjectPixels === 0) return 0;
  const radiusPx = Math.max(minEdgePx, Math.round(Math.min(truth.widthPx, truth.heightPx) * edgeShare));
  const thick = widen(inverse(widen(inverse(wrong), truth, radiusPx)), truth, radiusPx);
  return thick.reduce((sum, each) => sum + each, 0) / subjectPixels;
}

function inverse(set: Uint8Array): Uint8Array {
  return set.map((each) => 1 - each);
}
