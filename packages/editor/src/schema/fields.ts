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

/** A part of the image that is disputed, as the segmenter names it. */
export const disputedPart = z.extend(imagePart, { strips: z.array(imagePart).check(z.maxLength(10_000)) });
