import type { Part, Size } from '../api/size.ts';
import type { Picture } from './platform.ts';

/** Number of rows that are read at once, at least. */
const rowsAtOnce = 64;
/** Reach of Lanczos's filter, in pixels of the result; in those of the source where the result is larger. */
const lobes = 3;
/**
 * A source that is at least twice this many times as large as the result is first averaged over squares of whole pixels, and stays at least so
 * many times as large. The filter has less to read then, and the result differs from the filter's alone by less than a level of 255 in the mean.
 */
const leastRatio = 1.5;

/**
 * Scales a picture, or a part of it, on white where it is transparent, by Lanczos's filter of three lobes. Browsers and image libraries
 * scale in ways of their own, which differ by a few levels of 255, and the network answers such differences with parts that it finds or
 * leaves out. So no platform scales by itself.
 * @param picture full size; it stays open.
 * @param part whole pixels; the whole picture by default.
 * @returns RGBA, 8-bit, opaque.
 * @see Turkowski 1990, "Filters for Common Resampling Tasks"
 */
export function scalePixels(
  picture: Pick<Picture, 'widthPx' | 'heightPx' | 'openRows'>,
  size: Size,
  part: Part = { leftPx: 0, topPx: 0, widthPx: picture.widthPx, heightPx: picture.heightPx },
): Uint8ClampedArray<ArrayBuffer> {
  const across = axisOf(part.widthPx, size.widthPx);
  const down = axisOf(part.heightPx, size.heightPx);
  const readPx = Math.min(Math.ceil(rowsAtOnce / down.boxPx) * down.boxPx, part.heightPx);
  const readRows = picture.openRows(readPx);
  const boxes = new Float32Array(Math.ceil(part.widthPx / across.boxPx) * 3);
  const writer = createRowWriter(down, size.widthPx);
  for (let first = 0; first < part.heightPx; first += readPx) {
    const rows = Math.min(readPx, part.heightPx - first);
    const pixels = readRows(part.topPx + first, rows);
    for (let row = 0; row < rows; row += 1) {
      addRow(pixels, (row * picture.widthPx + part.leftPx) * 4, part.widthPx, across.boxPx, boxes);
      const isLastOfBox = (row + 1) % down.boxPx === 0 || row + 1 === rows;
      if (!isLastOfBox) continue;
      const box = Math.floor((first + row) / down.boxPx);
      scaleRow(boxes, across, writer.place(box));
      boxes.fill(0);
      writer.advance(box);
    }
  }
  return writer.pixels;
}

/** How one axis is scaled: the source is added up in boxes, of which each pixel of the result takes some. */
interface Axis {
  /** Source pixels of a box; the last box may have fewer. */
  readonly boxPx: number;
  /** For each pixel of the result, the first of its boxes. */
  readonly first: Int32Array;
  /** For each pixel of the result, where its weights begin; one more entry at the end. */
  readonly start: Int32Array;
  /** What a box's sum counts. */
  readonly weights: Float32Array;
  /** No pixel of the result has more weights. */
  readonly mostTaps: number;
}

function axisOf(fromPx: number, toPx: number): Axis {
  const step = fromPx / toPx;
  const boxPx = Math.max(1, Math.floor(step / leastRatio));
  const first = new Int32Array(toPx);
  const start = new Int32Array(toPx + 1);
  const weights: number[] = [];
  const unitPx = Math.max(step, 1);
  const mostTaps = Math.ceil((2 * lobes * unitPx) / boxPx) + 1;
  for (let at = 0; at < toPx; at += 1) {
    const middle = (at + 0.5) * step;
    const own: number[] = [];
    let total = 0;
    first[at] = Math.max(0, Math.floor((middle - lobes * unitPx) / boxPx));
    for (let leftPx = (first[at] ?? 0) * boxPx; leftPx < Math.min(fromPx, middle + lobes * unitPx); leftPx += boxPx) {
      const pixels = Math.min(boxPx, fromPx - leftPx);
      const weight = lanczos((leftPx + pixels / 2 - middle) / unitPx);
      own.push(weight);
      total += weight * pixels;
    }
    for (const weight of own) weights.push(weight / total);
    start[at + 1] = weights.length;
  }
  return { boxPx, first, start, weights: Float32Array.from(weights), mostTaps };
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= lobes) return 0;
  const angle = Math.PI * x;
  return (lobes * Math.sin(angle) * Math.sin(angle / lobes)) / angle ** 2;
}

/** Adds a row of RGBA, from a place in `pixels` on, to the boxes, which have RGB. */
function addRow(pixels: Uint8ClampedArray, offset: number, widthPx: number, boxPx: number, boxes: Float32Array): void {
  let place = offset;
  for (let box = 0, x = 0; x < widthPx; box += 3) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (const end = Math.min(x + boxPx, widthPx); x < end; x += 1, place += 4) {
      const alpha = pixels[place + 3] ?? 0;
      const share = alpha / 255;
      const white = 255 - alpha;
      red += (pixels[place] ?? 0) * share + white;
      green += (pixels[place + 1] ?? 0) * share + white;
      blue += (pixels[place + 2] ?? 0) * share + white;
    }
    boxes[box] = (boxes[box] ?? 0) + red;
    boxes[box + 1] = (boxes[box + 1] ?? 0) + green;
    boxes[box + 2] = (boxes[box + 2] ?? 0) + blue;
  }
}

/** Scales one row of boxes into `line`; both have RGB. */
function scaleRow(boxes: Float32Array, { first, start, weights }: Axis, line: Float32Array): void {
  for (let at = 0; at < first.length; at += 1) {
    const end = start[at + 1] ?? 0;
    let place = (first[at] ?? 0) * 3;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let tap = start[at] ?? 0; tap < end; tap += 1, place += 3) {
      const weight = weights[tap] ?? 0;
      red += weight * (boxes[place] ?? 0);
      green += weight * (boxes[place + 1] ?? 0);
      blue += weight * (boxes[place + 2] ?? 0);
    }
    line[at * 3] = red;
    line[at * 3 + 1] = green;
    line[at * 3 + 2] = blue;
  }
}

/** Takes rows of boxes from the first to the last, and writes each row of the result once its boxes are there. */
function createRowWriter({ first, start, weights, mostTaps }: Axis, widthPx: number) {
  const pixels = new Uint8ClampedArray(widthPx * first.length * 4).fill(255);
  const length = widthPx * 3;
  /** The last rows of boxes, each in the place of the one that is `mostTaps` before it. */
  const kept = new Float32Array(mostTaps * length);
  let next = 0;
  return {
    pixels,
    /** @returns where the row is to be written. */
    place: (row: number) => kept.subarray((row % mostTaps) * length, ((row % mostTaps) + 1) * length),
    /** @param row is there now. */
    advance(row: number): void {
      for (; next < first.length; next += 1) {
        const begin = start[next] ?? 0;
        const taps = (start[next + 1] ?? 0) - begin;
        const firstRow = first[next] ?? 0;
        if (firstRow + taps - 1 > row) return;
        let place = next * widthPx * 4;
        for (let at = 0; at < length; at += 3, place += 4) {
          let red = 0;
          let green = 0;
          let blue = 0;
          for (let tap = 0, from = (firstRow % mostTaps) * length + at; tap < taps; tap += 1) {
            const weight = weights[begin + tap] ?? 0;
            red += weight * (kept[from] ?? 0);
            green += weight * (kept[from + 1] ?? 0);
            blue += weight * (kept[from + 2] ?? 0);
            from += length;
            if (from >= kept.length) from -= kept.length;
          }
          pixels[place] = red;
          pixels[place + 1] = green;
          pixels[place + 2] = blue;
        }
      }
    },
  };
}
