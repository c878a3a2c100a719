import * as z from 'zod/mini';

import { type Coverage, rasterizeStroke, createScratch, type Scratch } from './rasterize-stroke.ts';
import { type BeforeWrite, defineEdit, type ReadPixels, type RefineRegion } from './define-edit.ts';
import { cutPlane, emptyRect, grown, isEmpty, type Rect, rectWithin, type Size } from '../geometry/rect.ts';

const percent = z.number().check(z.minimum(0), z.maximum(100));

const schema = z.object({
  kind: z.literal('stroke'),
  action: z.enum(['restore', 'erase']),
  /** Points as x, y and pressure (0…1), one after the other. Coordinates are in px; pixel centres lie at 0.5. */
  points: z.array(z.number()),
  /** Diameter of the brush at full pressure. */
  sizePx: z.number().check(z.minimum(0)),
  /** Hardness: 0 fades from the centre on, 100 has a sharp rim. */
  hardness: percent,
  /** Opacity, 1…100. */
  opacity: percent,
  /** True when alpha under the brush is estimated from the image, instead of taken as painted. */
  followsEdges: z.boolean(),
});

/** A brush stroke along straight lines from point to point. */
export type Stroke = Readonly<Omit<z.infer<typeof schema>, 'points'>> & { readonly points: readonly number[] };

export const strokeEdit = defineEdit<'stroke', Stroke>('stroke', schema, async (stroke, target) => {
  const { matte, size, scratch, beforeWrite } = target;
  if (stroke.followsEdges) await refineStroke(matte, size, stroke, target, beforeWrite);
  else paintStroke(matte, size, stroke, scratch, beforeWrite);
});

export interface RefineTools {
  readonly readPixels: ReadPixels;
  readonly refineRegion: RefineRegion;
  /** Awaited between two parts of the stroke; it throws to stop. */
  readonly yieldToEventLoop?: () => Promise<void>;
}

/** Fraction of the brush's diameter within which alpha is taken as painted. */
const coreShare = 0.4;
/** Hardness with which estimated alpha fades into the previous alpha at the brush's rim. */
const rimHardness = 80;
/** Smallest margin that is read around the brush. The surrounding image provides known subject and background. */
const minMarginPx = 32;
/** Smallest size of the parts in which alpha is estimated. Usually they are about twice the brush's size. */
const minPartPx = 256;

/**
 * Draws a stroke into a matte as it is painted.
 * @param matte alpha 0…255, row by row; written in place.
 * @returns the rectangle that was written; empty when the stroke lies outside of the image.
 */
export function paintStroke(
  matte: Uint8ClampedArray,
  size: Size,
  stroke: Stroke,
  scratch: Scratch = createScratch(),
  beforeWrite: BeforeWrite = () => undefined,
): Rect {
  const { rect, data } = rasterizeStroke(stroke, size, scratch);
  if (isEmpty(rect)) return emptyRect;
  beforeWrite(rect);
  const goal = stroke.action === 'restore' ? 255 : 0;
  const share = stroke.opacity / 100 / 255;
  for (let row = 0, from = 0; row < rect.heightPx; row += 1) {
    let at = (rect.y + row) * size.widthPx + rect.x;
    for (const end = from + rect.widthPx; from < end; from += 1, at += 1) {
      const covered = data[from] ?? 0;
      if (covered === 0) continue;
      const before = matte[at] ?? 0;
      matte[at] = before + (goal - before) * covered * share;
    }
  }
  return rect;
}

/**
 * Draws a stroke that follows the image's edges. Its core is taken as painted; alpha under the rest of the brush is
 * estimated from the image. Restoring never lowers alpha, and erasing never raises it.
 * @param matte written in place, after everything is computed.
 * @returns the rectangle that was written; empty when the stroke lies outside of the image.
 * @throws errors of `readPixels`, `refineRegion` and `yieldToEventLoop`. Then nothing is written.
 */
export async function refineStroke(
  matte: Uint8ClampedArray,
  size: Size,
  stroke: Stroke,
  tools: RefineTools,
  beforeWrite: BeforeWrite = () => undefined,
): Promise<Rect> {
  const { action, opacity, sizePx } = stroke;
  const brush = rasterizeStroke({ ...stroke, hardness: rimHardness }, size);
  const core = rasterizeStroke({ ...stroke, sizePx: sizePx * coreShare, hardness: 100 }, size);
  return refineCovered(matte, size, { action, opacity, brush, core, widthPx: sizePx }, tools, beforeWrite);
}

/** A painted area, independent of the tool that drew it. */
export interface Painting {
  readonly action: Stroke['action'];
  readonly opacity: number;
  readonly brush: Coverage;
  /** Part of the brush within which alpha is taken as painted. */
  readonly core: Coverage;
  /** Approximate width of the brush. */
  readonly widthPx: number;
}

/**
 * Paints along the image's edges: alpha under the brush but outside of its core is estimated from the image. This is
 * done part by part, so that a large painting is resolved as finely as a small one. Restoring never lowers alpha, and
 * erasing never raises it.
 * @param matte written in place, after everything is computed.
 * @returns the rectangle that was written; empty when nothing is covered.
 * @throws errors of `readPixels`, `refineRegion` and `yieldToEventLoop`. Then nothing is written.
 */
export async function refineCovered(
  matte: Uint8ClampedArray,
  size: Size,
  { action, opacity, brush, core, widthPx: brushPx }: Painting,
  { readPixels, refineRegion, yieldToEventLoop }: RefineTools,
  beforeWrite: BeforeWrite = () => undefined,
): Promise<Rect> {
  const { rect } = brush;
  if (isEmpty(rect)) return emptyRect;
  const goal = action === 'restore' ? 255 : 0;
  const marginPx = Math.max(minMarginPx, Math.ceil(brushPx / 2));
  const fadePx = Math.floor(marginPx / 2);

  const found = cutPlane(matte, size, rect);
  for (const part of partsOf(rect, Math.max(minPartPx, Math.ceil(brushPx * 2)))) {
    if (!isCovered(brush, part)) continue;
    const region = grown(part, marginPx, size);
    const guess = cutPlane(matte, size, region);
    const unknown = new Uint8Array(guess.length);
    eachCovered(brush, region, 1, (at) => {
      unknown[at] = 1;
    });
    eachCovered(core, region, 128, (at) => {
      unknown[at] = 0;
      guess[at] = goal;
    });
    const { widthPx, heightPx } = region;
    const values = await refineRegion({ pixels: await readPixels(region), matte: guess, unknown, widthPx, heightPx });
    // Parts overlap. In the overlap, one is cross-faded into the other.
    const own = rectWithin(part.x - fadePx, part.y - fadePx, part.x + part.widthPx, part.y + part.heightPx, size);
    eachCovered(brush, own, 1, (_, x, y) => {
      const at = (y - rect.y) * rect.widthPx + x - rect.x;
      const across = part.x === rect.x ? 1 : Math.min(1, (x + 1 - own.x) / fadePx);
      const down = part.y === rect.y ? 1 : Math.min(1, (y + 1 - own.y) / fadePx);
      const inRoom = (y - region.y) * widthPx + x - region.x;
      const value = unknown[inRoom] === 1 ? (values[inRoom] ?? 0) : goal;
      found[at] = (found[at] ?? 0) + (value - (found[at] ?? 0)) * Math.min(across, down);
    });
    await yieldToEventLoop?.();
  }

  beforeWrite(rect);
  const share = opacity / 100 / 255;
  for (let row = 0, from = 0; row < rect.heightPx; row += 1) {
    let at = (rect.y + row) * size.widthPx + rect.x;
    for (let column = 0; column < rect.widthPx; column += 1, from += 1, at += 1) {
      const covered = brush.data[from] ?? 0;
      if (covered === 0) continue;
      const before = matte[at] ?? 0;
      const value = found[from] ?? before;
      const wanted = goal === 255 ? Math.max(before, value) : Math.min(before, value);
      matte[at] = before + (wanted - before) * covered * share;
    }
  }
  return rect;
}

/** Divides a rectangle into as few parts of about the given size as possible, row by row. */
function partsOf(rect: Rect, sidePx: number): Rect[] {
  const columns = Math.max(1, Math.round(rect.widthPx / sidePx));
  const rows = Math.max(1, Math.round(rect.heightPx / sidePx));
  const edge = (start: number, length: number, index: number, count: number) =>
    start + Math.round((length * index) / count);
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const [x, y] = [edge(rect.x, rect.widthPx, column, columns), edge(rect.y, rect.heightPx, row, rows)];
    return {
      x,
      y,
      widthPx: edge(rect.x, rect.widthPx, column + 1, columns) - x,
      heightPx: edge(rect.y, rect.heightPx, row + 1, rows) - y,
    };
  });
}

function isCovered({ rect, data }: Coverage, part: Rect): boolean {
  for (let y = part.y - rect.y; y < part.y - rect.y + part.heightPx; y += 1) {
    const start = y * rect.widthPx + part.x - rect.x;
    for (let at = start; at < start + part.widthPx; at += 1) if (data[at] !== 0) return true;
  }
  return false;
}

/**
 * Visits the pixels of a region whose coverage is at least `least`.
 * @param visit receives the pixel's index in `region` and its position in the image.
 */
function eachCovered(
  { rect, data }: Coverage,
  region: Rect,
  least: number,
  visit: (at: number, x: number, y: number) => void,
): void {
  const [left, right] = [Math.max(rect.x, region.x), Math.min(rect.x + rect.widthPx, region.x + region.widthPx)];
  const [top, bottom] = [Math.max(rect.y, region.y), Math.min(rect.y + rect.heightPx, region.y + region.heightPx)];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      if ((data[(y - rect.y) * rect.widthPx + x - rect.x] ?? 0) < least) continue;
      visit((y - region.y) * region.widthPx + x - region.x, x, y);
    }
  }
}
