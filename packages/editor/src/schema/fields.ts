import * as z from 'zod/mini';

/** Colour as `#rrggbb`. */
export const hexColor = z.string().check(z.regex(/^#[\da-f]{6}$/));

/** Integer of 0…100. */
export const percent = z.int().check(z.minimum(0), z.maximum(100));

/** Integer of −100…100. */
export const signedPercent = z.int().check(z.minimum(-100), z.maximum(100));

/** Integer of 1…100. */
export const fromOne = z.int().check(z.minimum(1), z.maximum(100));

/** Largest coordinate and largest side of a crop, in px. The limit prevents a file from causing endless work. */
export const maxPx = 65_536;

/** Coordinate in px of the image. Edits may lie outside the image. */
export const place = z.number().check(z.minimum(-maxPx), z.maximum(maxPx));

const offset = z.int().check(z.minimum(0), z.maximum(maxPx));
const side = z.int().check(z.minimum(1), z.maximum(maxPx));

const imagePart = z.object({ leftPx: offset, topPx: offset, widthPx: side, heightPx: side });

/** Largest number of strips. The segmenter compares two masks in at most 3600 pieces, so that it never returns more. */
const maxStrips = 4_000;

/**
 * Number of pixels that strips may always cover. In a small image, strips are rounded to pixels that several of them
 * share. This many pixels are counted quickly in any arrangement.
 */
const harmlessPixels = 10_000_000;

/**
 * Checks whether strips lie next to each other, as the segmenter's do apart from rounding. A hostile project could lay
 * thousands of them over the whole image, and the page would count the same pixels for minutes.
 */
function lieApart(strips: readonly z.infer<typeof imagePart>[]): boolean {
  const area = strips.reduce((sum, { widthPx, heightPx }) => sum + widthPx * heightPx, 0);
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const { leftPx, topPx, widthPx, heightPx } of strips) {
    [left, top] = [Math.min(left, leftPx), Math.min(top, topPx)];
    [right, bottom] = [Math.max(right, leftPx + widthPx), Math.max(bottom, topPx + heightPx)];
  }
  return strips.length === 0 || area <= 4 * (right - left) * (bottom - top) + harmlessPixels;
}

/** A disputed part of the image, as the segmenter reports it. */
export const disputedPart = z.extend(imagePart, {
  strips: z.array(imagePart).check(z.maxLength(maxStrips), z.refine(lieApart)),
});
