import type { Size } from '../geometry/rect.ts';

/** Consecutive rows of a PNG. `data` is reused for the next strip. */
export interface PngStrip {
  readonly firstRow: number;
  readonly rowCount: number;
  /** RGBA with straight alpha, or grey values; 8 bits per channel. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

export interface PngKind {
  readonly channels: 'rgba' | 'grey';
  /** Required size. It is checked before anything is inflated, so that a file cannot demand more memory. */
  readonly size?: Size;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const formats = { rgba: { colorType: 6, pixelBytes: 4 }, grey: { colorType: 0, pixelBytes: 1 } };
const rowsPerStrip = 64;

/**
 * Reads a PNG row by row. Unlike a canvas, it preserves colours under low alpha (a canvas premultiplies and divides
 * again), needs no memory for the whole image, and is not affected by the noise that some browsers add when a canvas is
 * read.
 * @param png a PNG of any program, with 8 bits per channel and not interlaced.
 * @param kind required kind; RGBA of any size by default.
 * @throws {RangeError} when the file is of another kind or size, or is damaged.
 * @see https://www.w3.org/TR/png-3/
 */
export async function* readPngRows(
  png: Blob,
  { channels, size }: PngKind = { channels: 'rgba' },
): AsyncGenerator<PngStrip> {
  const bytes = new Uint8Array(await png.arrayBuffer());
  const view = new DataView(bytes.buffer);
  if (bytes.length < 33 || signature.some((byte, at) => bytes[at] !== byte))
    throw new RangeError('the file is not a PNG');
  const { colorType, pixelBytes } = formats[channels];
  const [widthPx, heightPx] = [view.getUint32(16), view.getUint32(20)];
  if (size && (widthPx !== size.widthPx || heightPx !== size.heightPx))
    throw new RangeError('the PNG has another size');
  const [depth, ownType, , , interlace] = bytes.subarray(24, 29);
  if (depth !== 8 || ownType !== colorType || interlace !== 0) {
    throw new RangeError(`only ${channels} of 8 bits can be read`);
  }

  const rowBytes = widthPx * pixelBytes;
  // Each row is preceded by a byte that names its filter.
  let line = new Uint8Array(rowBytes + 1);
  let above = new Uint8Array(rowBytes + 1);
  let filled = 0;
  let row = 0;
  const strip = new Uint8ClampedArray(rowBytes * Math.min(rowsPerStrip, heightPx));

  for await (const portion of inflated(bytes, view)) {
    for (let taken = 0; taken < portion.length;) {
      if (row === heightPx) throw new RangeError('the PNG contains more data than its rows');
      const count = Math.min(line.length - filled, portion.length - taken);
      line.set(portion.subarray(taken, taken + count), filled);
      filled += count;
      taken += count;
      if (filled < line.length) continue;
      const current = line.subarray(1);
      unfilter(line[0] ?? 0, current, above.subarray(1), pixelBytes);
      const rowInStrip = row % rowsPerStrip;
      strip.set(current, rowInStrip * rowBytes);
      [line, above] = [above, line];
      filled = 0;
      row += 1;
      if (rowInStrip + 1 === rowsPerStrip || row === heightPx) {
        const rowCount = rowInStrip + 1;
        yield { firstRow: row - rowCount, rowCount, data: strip.subarray(0, rowCount * rowBytes) };
      }
    }
  }
  if (row < heightPx) throw new RangeError(`${heightPx - row} of ${heightPx} rows are missing`);
}

/** Inflates the data of the file's `IDAT` chunks. */
async function* inflated(bytes: Uint8Array<ArrayBuffer>, view: DataView): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    if (view.getUint32(at + 4) === 0x49444154) chunks.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const reader = new Blob(chunks).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new RangeError('the data of the PNG cannot be inflated', { cause });
      });
      if (done) return;
      yield value;
    }
  } finally {
    // A stream that has failed cannot be cancelled, and its error was already thrown.
    await reader.cancel().catch(() => undefined);
  }
}

/** Undoes one row's filter in place. `above` is the unfiltered row above it; for the first row it is all zeros. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let at = pixelBytes; at < row.length; at += 1) row[at] = (row[at] ?? 0) + (row[at - pixelBytes] ?? 0);
      return;
    case 2:
      for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) + (above[at] ?? 0);
      return;
    case 3:
      for (let at = 0; at < row.length; at += 1) {
        const left = at < pixelBytes ? 0 : (row[at - pixelBytes] ?? 0);
        row[at] = (row[at] ?? 0) + ((left + (above[at] ?? 0)) >> 1);
      }
      return;
    case 4:
      for (let at = 0; at < row.length; at += 1) {
        const left = at < pixelBytes ? 0 : (row[at - pixelBytes] ?? 0);
        const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] ?? 0);
        row[at] = (row[at] ?? 0) + nearestOf(left, above[at] ?? 0, corner);
      }
      return;
    default:
      throw new RangeError(`PNG has no filter ${filter}`);
  }
}

/** Paeth predictor. */
function nearestOf(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
