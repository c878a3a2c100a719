import type { Part, Size } from '../api/size.ts';
import { growMemory } from '../wasm/grow-memory.ts';
import type { Picture } from './platform.ts';
import { loadScaleKernels } from './scale-kernels.ts';

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
 * @throws {SegmenterError} as `loadScaleKernels`; `out-of-memory` when the browser does not give the memory: some megabytes.
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

/** The kernels have no memory of their own below it. */
const firstAddress = 1024;

/**
 * Lays out the kernels' memory for a picture, and writes both axes into it.
 * @param strip how much of the picture is read at once.
 * @returns addresses.
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

/** How one axis is scaled: the source is added up in boxes, of which each pixel of the result takes some. */
interface Axis {
  /** Source pixels of a box; the last box may have fewer. */
  readonly boxPx: number;
  /** The whole source has so many boxes. */
  readonly boxCount: number;
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
  return { boxPx, boxCount: Math.ceil(fromPx / boxPx), first, start, weights: Float32Array.from(weights), mostTaps };
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= lobes) return 0;
  const angle = Math.PI * x;
  return (lobes * Math.sin(angle) * Math.sin(angle / lobes)) / angle ** 2;
}

/** @returns of which boxes the result's pixel is made: the first one, the place of its weight, and how many there are. */
function tapsOf({ first, start }: Axis, at: number) {
  const weights = start[at] ?? 0;
  return { firstBox: first[at] ?? 0, weights, taps: (start[at + 1] ?? 0) - weights };
}
