import * as z from 'zod/mini';

/** `#rrggbb`. */
export const hexColor = z.string().check(z.regex(/^#[\da-f]{6}$/));

/** 0…100. */
export const percent = z.int().check(z.minimum(0), z.maximum(100));

/** 1…100. */
export const fromOne = z.int().check(z.minimum(1), z.maximum(100));

/** How far off a place may lie, and how large a crop may be: bounded, so that no file makes work without end. */
export const maxPx = 65_536;

/** In the image's own pixels, which an edit may overshoot. */
export const place = z.number().check(z.minimum(-maxPx), z.maximum(maxPx));

const offset = z.int().check(z.minimum(0), z.maximum(maxPx));
const side = z.int().check(z.minimum(1), z.maximum(maxPx));

const imagePart = z.object({ leftPx: offset, topPx: offset, widthPx: side, heightPx: side });

/** The segmenter's strips are fewer: it compares two masks in no more than 3600 pieces. */
const maxStrips = 4_000;

/** In a small image, strips are rounded to pixels that several of them share: so many pixels are counted in a moment however they lie. */
const harmlessPixels = 10_000_000;

/**
 * Whether strips lie beside each other, as the segmenter's do but for a rounding. A hostile project could lay thousands of them over the whole image,
 * and the page would count the same pixels for minutes.
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

/** A part of the image that is disputed, as the segmenter names it. */
export const disputedPart = z.extend(imagePart, {
  strips: z.array(imagePart).check(z.maxLength(maxStrips), z.refine(lieApart)),
});
