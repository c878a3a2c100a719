import type { Matte } from '@isola/imaging';

/** The largest connected part of a matte, reduced to a size that is quick to scan. */
export interface SubjectPlane {
  readonly width: number;
  readonly height: number;
  /** Coverage from 0 to 255, row by row. */
  readonly data: Uint8Array;
  /** Width and height of one px of the plane, in px of the matte. */
  readonly scale: number;
}

/** Longest side of the plane, in px. A head a tenth as high can still be measured to a hundredth of its height. */
const maxSide = 512;

/**
 * Averages a matte down to the plane's size and removes everything that is not connected to the largest part, such as
 * other people and specks.
 * @returns undefined when the matte has no subject.
 */
export function subjectPlane(matte: Matte): SubjectPlane | undefined {
  const scale = Math.max(1, Math.max(matte.widthPx, matte.heightPx) / maxSide);
  const plane = reduced(matte, scale);
  return keepLargestPart(plane) ? plane : undefined;
}

function reduced({ data, widthPx, heightPx }: Matte, scale: number): SubjectPlane {
  const [width, height] = [Math.max(1, Math.floor(widthPx / scale)), Math.max(1, Math.floor(heightPx / scale))];
  const small = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.floor(y * scale), Math.max(Math.floor(y * scale) + 1, Math.floor((y + 1) * scale))];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.floor(x * scale), Math.max(Math.floor(x * scale) + 1, Math.floor((x + 1) * scale))];
      let sum = 0;
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) sum += data[row * widthPx + column] ?? 0;
      }
      small[y * width + x] = Math.round(sum / ((bottom - top) * (right - left)));
    }
  }
  return { width, height, data: small, scale };
}

/**
 * Removes all parts except the largest.
 * @returns whether the plane has any part.
 */
function keepLargestPart({ width, height, data }: SubjectPlane): boolean {
  const partOf = new Int32Array(width * height);
  const stack: number[] = [];
  let [parts, largest, largestSize] = [0, 0, 0];
  for (let start = 0; start < data.length; start += 1) {
    if ((data[start] ?? 0) < 128 || partOf[start]) continue;
    parts += 1;
    let size = 0;
    partOf[start] = parts;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      size += 1;
      const x = at % width;
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= data.length || partOf[next] || (data[next] ?? 0) < 128) continue;
        partOf[next] = parts;
        stack.push(next);
      }
    }
    if (size > largestSize) [largest, largestSize] = [parts, size];
  }
  // Only px of at least half coverage belong to a part. The softer px along its edge are left as they are; they are
  // only used for interpolation.
  for (let at = 0; at < data.length; at += 1) if (partOf[at] && partOf[at] !== largest) data[at] = 0;
  return largestSize > 0;
}
