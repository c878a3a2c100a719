import { cutPlane, grown, isEmpty, type Rect, type Size } from '../geometry/rect.ts';
import type { Task } from '../job/task.ts';
import { fillHole, fillingArea, type FillRefusal } from './fill-hole.ts';

/** Reads the part of a picture: RGBA with straight alpha, row by row of the rectangle. */
export type ReadPart = (rect: Rect) => Promise<Uint8ClampedArray<ArrayBuffer>>;

/** A cutout together with the photograph that it was cut from. */
export interface CutoutToFill extends Size {
  /** Alpha of the subject, 0…255. */
  readonly alpha: Uint8ClampedArray;
  /** Reads the cutout. Its colours contain nothing of the background. */
  readonly readCutout: ReadPart;
  /** Reads the photograph. Undefined when its own background is not seen, so that nothing in it is filled. */
  readonly readPhoto?: ReadPart | undefined;
}

/** An area that is to be filled: its rectangle, and 255 for each pixel that belongs to it. */
export interface AreaToFill {
  readonly rect: Rect;
  readonly data: Uint8Array;
}

/**
 * Reason why an area is not filled: one of `FillRefusal`, or `nothing-there` when it contains nothing that is visible.
 */
export type AreaRefusal = FillRefusal | 'nothing-there';

/** New pixels of an area. */
export interface FilledArea {
  readonly rect: Rect;
  /** RGBA with straight alpha, row by row of `rect`. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** 1 for each pixel that was filled. */
  readonly mask: Uint8Array;
}

export type FillAreaResult =
  | { readonly filled: FilledArea; readonly refusal?: undefined }
  | { readonly filled?: undefined; readonly refusal: AreaRefusal };

/** Alpha up to which a pixel belongs to the background, and from which on it is wholly subject. */
const [maxBackground, minSolid] = [5, 250];
/** Largest share of a hole in the subject. */
const maxSubjectShare = 0.25;
/** Width of the rim that decides whether a hole lies inside the subject, in px. */
const rimPx = 4;

/**
 * Fills an area of an image. An area of the subject is filled from the subject alone: at its edge the cutout is
 * continued together with its transparency, so that no colour of the background enters it. An area of a visible
 * background is filled from the background alone.
 * @throws the reason of the task's signal.
 *
 * @example
 * const { filled, refusal } = await fillArea({ widthPx, heightPx, alpha, readCutout }, { rect, data: mask });
 */
export async function fillArea(image: CutoutToFill, covered: AreaToFill, task?: Task): Promise<FillAreaResult> {
  const { alpha } = image;
  if (isEmpty(covered.rect)) return { refusal: 'nothing-there' };
  const area = fillingArea(covered.rect, image);
  if (!area) return { refusal: 'too-large' };
  const areaAlpha = cutPlane(alpha, image, area);
  const painted = new Uint8Array(area.widthPx * area.heightPx);
  const counts = { painted: 0, subject: 0 };
  for (let at = 0; at < covered.data.length; at += 1) {
    if ((covered.data[at] ?? 0) < 128) continue;
    const row = covered.rect.y - area.y + Math.floor(at / covered.rect.widthPx);
    const to = row * area.widthPx + covered.rect.x - area.x + (at % covered.rect.widthPx);
    painted[to] = 1;
    counts.painted += 1;
    if ((areaAlpha[to] ?? 0) > maxBackground) counts.subject += 1;
  }
  const isBackground = image.readPhoto !== undefined && counts.subject * 2 < counts.painted;
  if (counts.painted === 0 || (!isBackground && counts.subject === 0)) return { refusal: 'nothing-there' };
  if (!isBackground && counts.subject > maxSubjectShare * subjectPixels(alpha)) return { refusal: 'too-large' };

  const read = isBackground ? image.readPhoto : image.readCutout;
  const pixels = await (read ?? image.readCutout)(area);
  const mask = isBackground ? painted.map((is, at) => is & Number((areaAlpha[at] ?? 0) <= maxBackground)) : painted;
  const sides = { mask, alpha: areaAlpha, isBackground, area };
  const { data, refusal } = await fillHole({ ...area, data: pixels }, mask, {
    source: sourceOf(sides),
    signal: task?.signal,
    yieldToEventLoop: task?.yieldToEventLoop,
    onProgress: (loaded, total) => task?.report('fill', loaded, total),
  });
  if (refusal) return { refusal };
  // The photograph has no alpha of its own: the subject's stays.
  if (isBackground) for (let at = 0; at < mask.length; at += 1) data[at * 4 + 3] = areaAlpha[at] ?? 0;
  return { filled: within(covered.rect, area, data, mask) };
}

interface Sides {
  readonly mask: Uint8Array;
  readonly alpha: Uint8ClampedArray;
  readonly isBackground: boolean;
  readonly area: Size;
}

/**
 * Returns the pixels that may be copied: of the background, or of the subject. Inside the subject these are its opaque
 * pixels; at its edge they are all, so that the edge can be continued.
 */
function sourceOf({ mask, alpha, isBackground, area }: Sides): Uint8Array | undefined {
  if (isBackground) return Uint8Array.from(alpha, (value) => Number(value <= maxBackground));
  return isRimSolid(mask, alpha, area) ? Uint8Array.from(alpha, (value) => Number(value >= minSolid)) : undefined;
}

/** Checks whether only opaque pixels of the subject surround a hole. */
function isRimSolid(mask: Uint8Array, alpha: Uint8ClampedArray, area: Size): boolean {
  const { widthPx } = area;
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at] === 0) continue;
    const rim = grown({ x: at % widthPx, y: Math.floor(at / widthPx), widthPx: 1, heightPx: 1 }, rimPx, area);
    for (let y = rim.y; y < rim.y + rim.heightPx; y += 1) {
      for (let pixel = y * widthPx + rim.x, end = pixel + rim.widthPx; pixel < end; pixel += 1)
        if (mask[pixel] === 0 && (alpha[pixel] ?? 0) < minSolid) return false;
    }
  }
  return true;
}

function within(rect: Rect, area: Rect, data: Uint8ClampedArray, mask: Uint8Array): FilledArea {
  const pixels = new Uint8ClampedArray(rect.widthPx * rect.heightPx * 4);
  const isReplaced = new Uint8Array(rect.widthPx * rect.heightPx);
  for (let row = 0; row < rect.heightPx; row += 1) {
    const from = (rect.y - area.y + row) * area.widthPx + rect.x - area.x;
    pixels.set(data.subarray(from * 4, (from + rect.widthPx) * 4), row * rect.widthPx * 4);
    isReplaced.set(mask.subarray(from, from + rect.widthPx), row * rect.widthPx);
  }
  return { rect, pixels, mask: isReplaced };
}

function subjectPixels(alpha: Uint8ClampedArray): number {
  let count = 0;
  for (const value of alpha) if (value > maxBackground) count += 1;
  return count;
}
