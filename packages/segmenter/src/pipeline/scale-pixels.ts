import type { Part, Size } from '../api/size.ts';
import { growMemory } from '../wasm/grow-memory.ts';
import type { Picture } from './platform.ts';
import { loadScaleKernels } from './scale-kernels.ts';

/** Smallest number of rows that are read at once. */
const rowsAtOnce = 64;
/** Radius of the Lanczos filter, in pixels of the result, or in pixels of the source when the image is enlarged. */
const lobes = 3;
/**
 * Smallest ratio of source size to result size that is left for the filter. A source at least twice this many times as large
 * as the result is first averaged over squares of whole pixels, and stays at least this many times as large. This leaves
 * less for the filter to read, and changes the result by less than one level of 255 on average.
 */
const leastRatio = 1.5;

/**
 * Scales an image, or a part of it, with a Lanczos filter of three lobes. Transparent pixels are blended with white. Browsers
 * and image libraries each scale differently, by a few levels of 255, and such differences make the network find or omit
 * whole parts. This function therefore does all scaling on every platform.
 * @param picture the full-size image; stays open.
 * @param part the part to scale, in whole pixels; the whole image by default.
 * @returns RGBA, 8-bit, opaque.
 * @throws {SegmenterError} the errors of `loadScaleKernels`; `out-of-memory` when the browser refuses the few megabytes.
 * @see Turkowski 1990, "Filters for Common Resampling Tasks"
 */
export async function scalePixels(
  picture: Pick<Picture, 'widthPx' | 'heightPx' | 'openRows'>,
  { widthPx, heightPx }: Size,
  part: Part = { leftPx: 0, topPx: 0, widthPx: picture.widthPx, heightPx: picture.heightPx },
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const kernels = await loadScaleKernels();
  const across = axisOf(part.widthPx, widthPx);
  const down = axisOf(part.heightPx, heightPx);
  const readPx = Math.min(Math.ceil(rowsAtOnce / down.boxPx) * down.boxPx, part.heightPx);
  const readRows = picture.openRows(readPx);
  const at = layOut(kernels.memory, across, down, { widthPx: picture.widthPx, heightPx: readPx });
  const bytes = new Uint8ClampedArray(kernels.memory.buffer);
  const scaled = new Uint8ClampedArray(widthPx * heightPx * 4);
  let [boxRow, next] = [0, 0];
  for (let first = 0; first < part.heightPx; first += readPx) {
    const rows = Math.min(readPx, part.heightPx - first);
    bytes.set(readRows(part.topPx + first, rows), at.pixels);
    for (let row = 0; row < rows; row += 1) {
      const pixels = at.pixels + (row * picture.widthPx + part.leftPx) * 4;
      const isFirstOfBox = row % down.boxPx === 0;
      kernels.boxRow(pixels, part.widthPx, across.boxPx, Number(isFirstOfBox), at.boxes);
      const isLastOfBox = (row + 1) % down.boxPx === 0 || row + 1 === rows;
      if (!isLastOfBox) continue;
      const line = at.lines + (boxRow % down.mostTaps) * widthPx * 16;
      kernels.scaleRow(at.boxes, at.firsts, at.starts, at.weights, widthPx, line);
      for (; next < heightPx; next += 1) {
        const { firstBox, weights, taps } = tapsOf(down, next);
        if (firstBox + taps - 1 > boxRow) break;
        const firstLine = firstBox % down.mostTaps;
        kernels.writeRow(at.lines, down.mostTaps, firstLine, at.rowWeights + weights * 4, taps, widthPx, at.row);
        scaled.set(bytes.subarray(at.row, at.row + widthPx * 4), next * widthPx * 4);
      }
      boxRow += 1;
    }
  }
  return scaled;
}

/** First free address. The kernels use the memory below it. */
const firstAddress = 1024;

/**
 * Lays out the kernels' memory for an image and writes both axes into it.
 * @param strip size of the strip of the image that is read at once.
 * @returns the address of each part.
 */
function layOut(memory: WebAssembly.Memory, across: Axis, down: Axis, strip: Size) {
  let end = firstAddress;
  const place = (bytes: number) => {
    const at = end;
    end += Math.ceil(bytes / 16) * 16;
    return at;
  };
  const { first, start, weights } = across;
  const at = {
    firsts: place(first.byteLength),
    starts: place(start.byteLength),
    weights: place(weights.byteLength),
    rowWeights: place(down.weights.byteLength),
    pixels: place(strip.widthPx * strip.heightPx * 4),
    boxes: place(across.boxCount * 16),
    lines: place(down.mostTaps * first.length * 16),
    row: place(first.length * 4),
  };
  growMemory(memory, end);
  new Int32Array(memory.buffer, at.firsts, first.length).set(first);
  new Int32Array(memory.buffer, at.starts, start.length).set(start);
  new Float32Array(memory.buffer, at.weights, weights.length).set(weights);
  new Float32Array(memory.buffer, at.rowWeights, down.weights.length).set(down.weights);
  return at;
}

/**
 * Filter taps along one axis. The source pixels are summed in boxes, and each result pixel is a weighted sum of consecutive
 * boxes.
 */
interface Axis {
  /** Number of source pixels per box. The last box may have fewer. */
  readonly boxPx: number;
  /** Number of boxes of the whole source. */
  readonly boxCount: number;
  /** Index of the first box of each result pixel. */
  readonly first: Int32Array;
  /** Index of the first weight of each result pixel, followed by the total number of weights. */
  readonly start: Int32Array;
  /** Weights of the boxes' sums. */
  readonly weights: Float32Array;
  /** Upper bound of a result pixel's number of weights. */
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
  return { boxPx, boxCount: Math.ceil(fromPx / boxPx), first, start, weights: Float32Array.from(weights), mostTaps };
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= lobes) return 0;
  const angle = Math.PI * x;
  return (lobes * Math.sin(angle) * Math.sin(angle / lobes)) / angle ** 2;
}

/** Returns a result pixel's taps: the first box, the index of its weight, and the number of boxes. */
function tapsOf({ first, start }: Axis, at: number) {
  const weights = start[at] ?? 0;
  return { firstBox: first[at] ?? 0, weights, taps: (start[at + 1] ?? 0) - weights };
}
