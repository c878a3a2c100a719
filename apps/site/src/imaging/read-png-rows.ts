/** RGBA, 8-bit sRGB, straight alpha; `data` is reused for the next strip. */
export interface PngStrip {
  readonly firstRow: number;
  readonly rowCount: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

const rowsPerStrip = 64;

/**
 * Reads a cut-out's file row by row. A canvas would give the colours back multiplied by their alpha and divided again,
 * and what is under low alpha would be lost; and it would hold the whole picture.
 * @param png RGBA with 8 bits a channel and not interlaced, as the segmenter writes it.
 * @throws {RangeError} when it is another kind of file, or ends too soon.
 * @see https://www.w3.org/TR/png-3/
 */
export async function* readPngRows(png: Blob): AsyncGenerator<PngStrip> {
  const bytes = new Uint8Array(await png.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const [widthPx, heightPx] = [view.getUint32(16), view.getUint32(20)];
  const [depth, colorType, , , interlace] = bytes.subarray(24, 29);
  if (depth !== 8 || colorType !== 6 || interlace !== 0) throw new RangeError('only RGBA of 8 bits can be read');

  const rowBytes = widthPx * 4;
  const line = new Uint8Array(rowBytes + 1);
  let above = new Uint8Array(rowBytes);
  let filled = 0;
  let row = 0;
  const strip = new Uint8ClampedArray(rowBytes * rowsPerStrip);

  for await (const portion of inflated(bytes, view)) {
    for (let taken = 0; taken < portion.length && row < heightPx;) {
      const count = Math.min(line.length - filled, portion.length - taken);
      line.set(portion.subarray(taken, taken + count), filled);
      filled += count;
      taken += count;
      if (filled < line.length) continue;
      const current = line.subarray(1);
      unfilter(line[0] ?? 0, current, above);
      above = current.slice();
      const rowInStrip = row % rowsPerStrip;
      strip.set(current, rowInStrip * rowBytes);
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

/** What the file's `IDAT` chunks hold, unpacked. */
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
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Undoes one row's filter in place. `above` is the finished row above it, zeros above the first. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array): void {
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let at = 4; at < row.length; at += 1) row[at] = (row[at] ?? 0) + (row[at - 4] ?? 0);
      return;
    case 2:
      for (let at = 0; at < row.length; at += 1) row[at] = (row[at] ?? 0) + (above[at] ?? 0);
      return;
    case 3:
      for (let at = 0; at < row.length; at += 1) {
        const left = at < 4 ? 0 : (row[at - 4] ?? 0);
        row[at] = (row[at] ?? 0) + ((left + (above[at] ?? 0)) >> 1);
      }
      return;
    case 4:
      for (let at = 0; at < row.length; at += 1) {
        const left = at < 4 ? 0 : (row[at - 4] ?? 0);
        const corner = at < 4 ? 0 : (above[at - 4] ?? 0);
        row[at] = (row[at] ?? 0) + nearestOf(left, above[at] ?? 0, corner);
      }
      return;
    default:
      throw new RangeError(`PNG has no filter ${filter}`);
  }
}

/** Paeth's predictor. */
function nearestOf(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
