import type { Matte } from '@isola/segmenter';

import { crc32 } from './crc32.ts';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Writes a matte as a PNG in greys of 8 bits: any program shows it, and every value comes back exactly. A canvas would
 * write four channels for the one, and some browsers add noise to what is read from it.
 * @see https://www.w3.org/TR/png-3/
 */
export async function writeGreyPng({ data, widthPx, heightPx }: Matte): Promise<Blob> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, widthPx);
  header.setUint32(4, heightPx);
  header.setUint8(8, 8);
  // Each row begins with its filter: none. A matte is nearly all black and white, which deflates well as it is.
  const lines = new Uint8Array((widthPx + 1) * heightPx);
  for (let row = 0; row < heightPx; row += 1) {
    lines.set(data.subarray(row * widthPx, (row + 1) * widthPx), row * (widthPx + 1) + 1);
  }
  const deflated = new Blob([lines]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Blob(
    [
      Uint8Array.from(signature),
      ...chunk('IHDR', new Uint8Array(header.buffer)),
      ...chunk('IDAT', new Uint8Array(await new Response(deflated).arrayBuffer())),
      ...chunk('IEND', new Uint8Array()),
    ],
    { type: 'image/png' },
  );
}

function chunk(name: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(0, data.length);
  for (let at = 0; at < 4; at += 1) head[4 + at] = name.charCodeAt(at);
  const tail = new Uint8Array(4);
  new DataView(tail.buffer).setUint32(0, crc32(data, crc32(head.subarray(4))));
  return [head, data, tail];
}

/**
 * Reads a matte, whichever program wrote it.
 * @param size that it must have: known before anything is inflated, so that no file can ask for more memory than that.
 * @throws {RangeError} when it is no PNG in greys of 8 bits and of this size, or is damaged.
 */
export async function readGreyPng(png: Blob, { widthPx, heightPx }: Omit<Matte, 'data'>): Promise<Matte> {
  const bytes = new Uint8Array(await png.arrayBuffer());
  const view = new DataView(bytes.buffer);
  if (bytes.length < 33 || signature.some((byte, at) => bytes[at] !== byte)) throw new RangeError('this is no PNG');
  if (view.getUint32(16) !== widthPx || view.getUint32(20) !== heightPx) throw new RangeError('it has another size');
  const [depth, colorType, , , interlace] = bytes.subarray(24, 29);
  if (depth !== 8 || colorType !== 0 || interlace !== 0) throw new RangeError('only greys of 8 bits can be read');

  const data = new Uint8ClampedArray(widthPx * heightPx);
  let row = 0;
  // The filter's own byte stands before each row.
  let column = -1;
  let filter = 0;
  const reader = inflated(bytes, view).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      for (let taken = 0; taken < value.length;) {
        if (row === heightPx) throw new RangeError('there is more than the rows');
        if (column < 0) {
          filter = value[taken] ?? 0;
          if (filter > 4) throw new RangeError(`PNG has no filter ${filter}`);
          taken += 1;
          column = 0;
        }
        const count = Math.min(widthPx - column, value.length - taken);
        data.set(value.subarray(taken, taken + count), row * widthPx + column);
        taken += count;
        column += count;
        if (column < widthPx) continue;
        unfilter(filter, data, row * widthPx, widthPx);
        row += 1;
        column = -1;
      }
    }
  } catch (error) {
    throw error instanceof RangeError ? error : new RangeError('its data cannot be inflated', { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (row < heightPx) throw new RangeError(`${heightPx - row} of ${heightPx} rows are missing`);
  return { data, widthPx, heightPx };
}

function inflated(bytes: Uint8Array<ArrayBuffer>, view: DataView): ReadableStream<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    if (view.getUint32(at + 4) === 0x49444154) parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return new Blob(parts).stream().pipeThrough(new DecompressionStream('deflate'));
}

/** Undoes the filter of the row that begins at `start`, in place. The row above is finished; above the first is 0. */
function unfilter(filter: number, data: Uint8ClampedArray, start: number, widthPx: number): void {
  if (filter === 0) return;
  for (let column = 0; column < widthPx; column += 1) {
    const at = start + column;
    const left = column > 0 ? (data[at - 1] ?? 0) : 0;
    const above = data[at - widthPx] ?? 0;
    const corner = column > 0 ? (data[at - widthPx - 1] ?? 0) : 0;
    // `data` clamps where PNG wraps round.
    data[at] = ((data[at] ?? 0) + predicted(filter, left, above, corner)) & 255;
  }
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
