import type { AlphaPlane, Rgba, Size } from './pixels.ts';

/** Largest alpha of background, and smallest alpha of subject. */
const [maxBackground, minSubject] = [0.02, 0.98];
/** Smallest alpha, 0…1, at which a pixel of the result counts. Below it a colour is hardly visible. */
const minVisible = 0.25;
/** Side of the cells in which colours are averaged, as a share of the image's shorter side. */
const cellShare = 1 / 96;
/**
 * Distance, in cells, up to which a pixel is compared with the cells around it. It is a thirty-second of the shorter
 * side.
 */
const reachCells = 3;
/** Difference of the mean chroma, in levels of 255, below which subject and background count as having the same hue. */
const minDifference = 16;

/**
 * Returns the share of a soft edge that has kept its old background's hue. Considered are pixels that are partly
 * subject in truth, 0 < α* < 1, and visible in the result. The value is the share of those whose chroma (Cb and Cr of
 * BT.601) is nearer to the mean of the background around it than to that of the subject. A pixel counts only when both
 * are near and differ.
 * @param result cutout with straight alpha.
 * @param picture photo from which it was cut out.
 * @param truth alpha of the photo; all three have the same size.
 * @returns 0…1; undefined when no pixel counts.
 */
export function oldHue(result: Rgba, picture: Rgba, truth: AlphaPlane): number | undefined {
  const hues = huesAround(picture, truth);
  let [counted, kept] = [0, 0];
  for (let pixel = 0; pixel < truth.data.length; pixel += 1) {
    const alpha = truth.data[pixel] ?? 0;
    if (alpha <= maxBackground || alpha >= minSubject) continue;
    if ((result.data[pixel * 4 + 3] ?? 0) < minVisible * 255) continue;
    const around = hues(pixel);
    if (!around) continue;
    const own = chromaAt(result, pixel);
    counted += 1;
    if (distance(own, around.background) < distance(own, around.subject)) kept += 1;
  }
  return counted === 0 ? undefined : kept / counted;
}

type Chroma = readonly [blue: number, red: number];

interface Hues {
  readonly background: Chroma;
  readonly subject: Chroma;
}

/** Sums of the colours of one cell, or of several. */
interface Sums {
  readonly background: ChromaSum;
  readonly subject: ChromaSum;
}

interface ChromaSum {
  pixels: number;
  blue: number;
  red: number;
}

const noSums = (): Sums => ({ background: { pixels: 0, blue: 0, red: 0 }, subject: { pixels: 0, blue: 0, red: 0 } });

/**
 * Returns a function that returns the mean chroma around a pixel, or undefined when subject or background is not near,
 * or when both are alike.
 */
function huesAround(picture: Rgba, truth: AlphaPlane): (pixel: number) => Hues | undefined {
  const sidePx = Math.max(1, Math.round(Math.min(truth.widthPx, truth.heightPx) * cellShare));
  const [columns, rows] = [Math.ceil(truth.widthPx / sidePx), Math.ceil(truth.heightPx / sidePx)];
  const cellOf = (pixel: number) => {
    const x = pixel % truth.widthPx;
    return Math.floor((pixel - x) / truth.widthPx / sidePx) * columns + Math.floor(x / sidePx);
  };
  const cells = Array.from({ length: columns * rows }, noSums);
  for (let pixel = 0; pixel < truth.data.length; pixel += 1) {
    const alpha = truth.data[pixel] ?? 0;
    if (alpha > maxBackground && alpha < minSubject) continue;
    const [blue, red] = chromaAt(picture, pixel);
    add(cells[cellOf(pixel)]?.[alpha < minSubject ? 'background' : 'subject'], { pixels: 1, blue, red });
  }
  const hues = cells.map((_, cell) => huesOf(sumsAround(cells, cell, { widthPx: columns, heightPx: rows })));
  return (pixel) => hues[cellOf(pixel)];
}

function add(sum: ChromaSum | undefined, { pixels, blue, red }: ChromaSum): void {
  if (!sum) return;
  sum.pixels += pixels;
  sum.blue += blue;
  sum.red += red;
}

function sumsAround(cells: readonly Sums[], middle: number, { widthPx: columns, heightPx: rows }: Size): Sums {
  const column = middle % columns;
  const row = (middle - column) / columns;
  const total = noSums();
  for (let y = Math.max(0, row - reachCells); y <= Math.min(rows - 1, row + reachCells); y += 1) {
    for (let x = Math.max(0, column - reachCells); x <= Math.min(columns - 1, column + reachCells); x += 1) {
      const cell = cells[y * columns + x] ?? noSums();
      add(total.background, cell.background);
      add(total.subject, cell.subject);
    }
  }
  return total;
}

function huesOf(sums: Sums): Hues | undefined {
  const [background, subject] = [meanOf(sums.background), meanOf(sums.subject)];
  if (!background || !subject || distance(background, subject) < minDifference) return undefined;
  return { background, subject };
}

function meanOf({ pixels, blue, red }: ChromaSum): Chroma | undefined {
  return pixels === 0 ? undefined : [blue / pixels, red / pixels];
}

function distance(one: Chroma, other: Chroma): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/** @see ITU-R BT.601 */
function chromaAt({ data }: Rgba, pixel: number): Chroma {
  const [red, green, blue] = [data[pixel * 4] ?? 0, data[pixel * 4 + 1] ?? 0, data[pixel * 4 + 2] ?? 0];
  return [-0.168736 * red - 0.331264 * green + 0.5 * blue, 0.5 * red - 0.418688 * green - 0.081312 * blue];
}
