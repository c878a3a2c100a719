import { fillHole, fillingArea, type FillRefusal } from '../fill/fill-hole.ts';
import { cutPlane, grown, isEmpty, type Rect, type Size } from '../geometry/rect.ts';
import type { Task } from '../job/task.ts';
import { rasterizeStroke } from '../matte/rasterize-stroke.ts';
import { type RetouchEdit, retouchEditOf } from '../matte/retouch-edit.ts';

/** A thing to be erased: everything under a stroke. */
export interface Retouch {
  /** x, y and pressure (0…1) of each point, in px of the image. */
  readonly points: readonly number[];
  /** Diameter of the brush, in px of the image. */
  readonly sizePx: number;
  /** True when the result shows the image's own background, so that things in it can be erased, too. */
  readonly showsBackground: boolean;
}

/**
 * Reason why nothing is erased: one of `FillRefusal`, or `nothing-there` when the stroke covers nothing that is visible.
 */
export type RetouchRefusal = FillRefusal | 'nothing-there';

export type Retouched =
  | { readonly edit: RetouchEdit; readonly refusal?: undefined }
  | { readonly edit?: undefined; readonly refusal: RetouchRefusal };

/** Reads the part of a picture: RGBA with straight alpha, row by row of the rectangle. */
type ReadPart = (rect: Rect) => Promise<Uint8ClampedArray<ArrayBuffer>>;

/** The image in its current state. */
export interface RetouchedImage extends Size {
  /** Alpha of the subject, 0…255. */
  readonly alpha: Uint8ClampedArray;
  /** Reads the cutout. Its colours contain nothing of the background. */
  readonly readCutout: ReadPart;
  /** Reads the photograph. */
  readonly readPhoto: ReadPart;
}

/** Alpha up to which a pixel belongs to the background, and from which on it is wholly subject. */
const [maxBackground, minSolid] = [5, 250];
/** Largest share of a hole in the subject. */
const maxSubjectShare = 0.25;
/** Width by which the area is wider than the brush, in px: the soft edge of a thing that the brush just covers. */
const softEdgePx = 2;
/** Width of the rim that decides whether a hole lies inside the subject, in px. */
const rimPx = 4;

/**
 * Fills the area under a stroke. A stroke over the subject is filled from the subject alone: at its edge the cutout is
 * continued together with its transparency, so that no colour of the background enters it. A stroke over a visible
 * background is filled from the background alone.
 * @throws the reason of the task's signal.
 */
export async function findFilling(image: RetouchedImage, retouch: Retouch, task: Task): Promise<Retouched> {
  const { widthPx, heightPx, alpha } = image;
  const { points, sizePx } = retouch;
  const brush = rasterizeStroke({ points, sizePx: sizePx + 2 * softEdgePx, hardness: 100 }, { widthPx, heightPx });
  if (isEmpty(brush.rect)) return { refusal: 'nothing-there' };
  const area = fillingArea(brush.rect, image);
  if (!area) return { refusal: 'too-large' };
  const areaAlpha = cutPlane(alpha, image, area);
  const painted = new Uint8Array(area.widthPx * area.heightPx);
  const counts = { painted: 0, subject: 0 };
  for (let at = 0; at < brush.data.length; at += 1) {
    if ((brush.data[at] ?? 0) < 128) continue;
    const row = brush.rect.y - area.y + Math.floor(at / brush.rect.widthPx);
    const to = row * area.widthPx + brush.rect.x - area.x + (at % brush.rect.widthPx);
    painted[to] = 1;
    counts.painted += 1;
    if ((areaAlpha[to] ?? 0) > maxBackground) counts.subject += 1;
  }
  const isBackground = retouch.showsBackground && counts.subject * 2 < counts.painted;
  if (counts.painted === 0 || (!isBackground && counts.subject === 0)) return { refusal: 'nothing-there' };
  if (!isBackground && counts.subject > maxSubjectShare * subjectPixels(alpha)) return { refusal: 'too-large' };

  const pixels = await (isBackground ? image.readPhoto(area) : image.readCutout(area));
  const mask = isBackground ? painted.map((is, at) => is & Number((areaAlpha[at] ?? 0) <= maxBackground)) : painted;
  const sides = { mask, alpha: areaAlpha, isBackground, area };
  const { data, refusal } = await fillHole({ ...area, data: pixels }, mask, {
    source: sourceOf(sides),
    signal: task.signal,
    yieldToEventLoop: task.yieldToEventLoop,
    onProgress: (loaded, total) => task.report('fill', loaded, total),
  });
  if (refusal) return { refusal };
  // The photograph has no alpha of its own: the subject's stays.
  if (isBackground) for (let at = 0; at < mask.length; at += 1) data[at * 4 + 3] = areaAlpha[at] ?? 0;
  return { edit: await editWithin(brush.rect, area, data, mask) };
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

function editWithin(rect: Rect, area: Rect, data: Uint8ClampedArray, mask: Uint8Array): Promise<RetouchEdit> {
  const pixels = new Uint8ClampedArray(rect.widthPx * rect.heightPx * 4);
  const isReplaced = new Uint8Array(rect.widthPx * rect.heightPx);
  for (let row = 0; row < rect.heightPx; row += 1) {
    const from = (rect.y - area.y + row) * area.widthPx + rect.x - area.x;
    pixels.set(data.subarray(from * 4, (from + rect.widthPx) * 4), row * rect.widthPx * 4);
    isReplaced.set(mask.subarray(from, from + rect.widthPx), row * rect.widthPx);
  }
  return retouchEditOf(rect, pixels, isReplaced);
}

function subjectPixels(alpha: Uint8ClampedArray): number {
  let count = 0;
  for (const value of alpha) if (value > maxBackground) count += 1;
  return count;
}
