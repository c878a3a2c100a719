import { fileOf } from '../file/file-of.ts';
import { growMemory } from '../wasm/grow-memory.ts';
import type { PngKernels } from './png-kernels.ts';

/** Channels of the file: all four; the colour alone, for an opaque image; one value, for a matte. */
export type PngChannels = 'rgba' | 'rgb' | 'grey';

export interface PngOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Resolution for printing. Without it the file does not specify a print size. */
  readonly dotsPerInch?: number | undefined;
  /** Default: `rgba`. */
  readonly channels?: PngChannels | undefined;
  /** EXIF data of a camera as TIFF, starting at `II` or `MM`: without the `Exif` that precedes it in a JPEG. */
  readonly exif?: Uint8Array | undefined;
}

/** Encodes one PNG. An encoder that is not needed any more can be dropped without a call. */
export interface PngEncoder {
  /**
   * Takes the next rows. The file does not depend on the portions in which they are passed.
   * @param rows any number of whole rows: for a `grey` file one byte per pixel, for any other RGBA, 8-bit sRGB,
   *   straight alpha.
   * @throws {RangeError} when the rows are not complete, or more than the image has.
   */
  add(rows: Uint8ClampedArray): void;
  /**
   * Finishes the file. It must be called once.
   * @returns the file, `image/png`, with every colour as given, including those of fully transparent pixels. `rgb`
   *   drops the alpha.
   * @throws {RangeError} when rows are missing.
   */
  finish(): Blob;
}

/** Bytes of pixels that are compressed at once: as many as stay in a processor's cache together with their output. */
const stripBytes = 512 * 1024;

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Zlib header: deflate with a window of 32 KiB, fastest compression. */
const zlibHeader = Uint8Array.of(0x78, 0x01);
/** An empty last block, in deflate's fixed code. */
const lastBlock = [0x03, 0x00];
const pixelFormats = {
  rgba: { pixelBytes: 4, colourType: 6 },
  rgb: { pixelBytes: 3, colourType: 2 },
  grey: { pixelBytes: 1, colourType: 0 },
} satisfies Record<PngChannels, object>;
const bitsPerChannel = 8;
/** Compression and filter methods, of which there is only one each, and no interlacing. */
const onlyMethods = [0, 0, 0];
const perceptualIntent = 0;
const perMetre = 1;
const metresPerInch = 0.0254;

/**
 * Creates an encoder that writes a PNG strip by strip, in about 2.5 MB of memory whatever the image's height. A canvas
 * would lose the colours under low alpha, and take longer.
 * @param module the compiled `assembly/png`, from `loadPngKernels`.
 * @throws {RangeError} when a PNG cannot have this size; {SegmenterError} `out-of-memory`.
 * @see https://www.w3.org/TR/png-3/
 */
export async function createPngEncoder(
  module: WebAssembly.Module,
  { widthPx, heightPx, dotsPerInch, channels = 'rgba', exif }: PngOptions,
): Promise<PngEncoder> {
  if (!isPngSide(widthPx) || !isPngSide(heightPx)) throw new RangeError(`a PNG cannot be ${widthPx} × ${heightPx} px`);
  const memory = new WebAssembly.Memory({ initial: 1 });
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  const kernels = instance.exports as unknown as PngKernels;

  const { pixelBytes, colourType } = pixelFormats[channels];
  const givenRowBytes = widthPx * (channels === 'grey' ? 1 : 4);
  const rowBytes = widthPx * pixelBytes;
  const rowsPerStrip = Math.max(1, Math.floor(stripBytes / (widthPx * 4)));
  const filteredBytes = rowsPerStrip * (rowBytes + 1);
  const above = kernels.firstFreeAddress();
  const rows = above + rowBytes;
  const filtered = rows + rowsPerStrip * rowBytes;
  const chunk = filtered + filteredBytes + 8;
  const chunkData = chunk + 8;
  // This memory holds a strip before it is packed, and the output of a strip.
  const roomBytes = Math.max(2 * filteredBytes, rowsPerStrip * givenRowBytes, exif?.length ?? 0);
  growMemory(memory, chunkData + roomBytes + 4096);
  const bytes = new Uint8Array(memory.buffer);
  const view = new DataView(memory.buffer);

  const parts = [signature];
  let rowsAdded = 0;
  let rowsWaiting = 0;
  let check = 1;

  kernels.assumeTypicalCosts();
  addChunk('IHDR', [...bigEndian(widthPx), ...bigEndian(heightPx), bitsPerChannel, colourType, ...onlyMethods]);
  addChunk('sRGB', [perceptualIntent]);
  if (dotsPerInch !== undefined) {
    const dotsPerMetre = bigEndian(Math.round(dotsPerInch / metresPerInch));
    addChunk('pHYs', [...dotsPerMetre, ...dotsPerMetre, perMetre]);
  }
  if (exif) addChunk('eXIf', exif);
  addChunk('IDAT', zlibHeader);

  return {
    add(newRows) {
      const count = newRows.length / givenRowBytes;
      if (!Number.isInteger(count)) throw new RangeError(`${newRows.length} bytes are not whole rows of ${widthPx} px`);
      if (rowsAdded + count > heightPx) throw new RangeError(`there are more than ${heightPx} rows`);
      rowsAdded += count;
      for (let taken = 0; taken < count;) {
        const portion = Math.min(count - taken, rowsPerStrip - rowsWaiting);
        const given = newRows.subarray(taken * givenRowBytes, (taken + portion) * givenRowBytes);
        takeRows(given, rows + rowsWaiting * rowBytes);
        taken += portion;
        rowsWaiting += portion;
        if (rowsWaiting === rowsPerStrip) packStrip();
      }
    },
    finish() {
      if (rowsAdded < heightPx) throw new RangeError(`${heightPx - rowsAdded} of ${heightPx} rows are missing`);
      if (rowsWaiting > 0) packStrip();
      addChunk('IDAT', [...lastBlock, ...bigEndian(check)]);
      addChunk('IEND', []);
      return fileOf(parts, 'image/png');
    },
  };

  function takeRows(given: Uint8ClampedArray, place: number) {
    if (givenRowBytes === rowBytes) {
      bytes.set(given, place);
    } else {
      bytes.set(given, chunkData);
      kernels.packPixels(chunkData, given.length / 4, place);
    }
  }

  function packStrip() {
    kernels.filterStrip(above, rowBytes, pixelBytes, rowsWaiting, filtered);
    check = kernels.adler32(check, filtered, rowsWaiting * (rowBytes + 1));
    sealChunk('IDAT', kernels.deflateStrip(filtered, rowBytes + 1, pixelBytes, rowsWaiting, chunkData));
    bytes.copyWithin(above, above + rowsWaiting * rowBytes, rows + rowsWaiting * rowBytes);
    rowsWaiting = 0;
  }

  function addChunk(type: string, data: ArrayLike<number>) {
    bytes.set(data, chunkData);
    sealChunk(type, data.length);
  }

  /** Adds length, type and checksum around the chunk data in memory. */
  function sealChunk(type: string, dataBytes: number) {
    view.setUint32(chunk, dataBytes);
    for (let letter = 0; letter < 4; letter += 1) bytes[chunk + 4 + letter] = type.charCodeAt(letter);
    view.setUint32(chunkData + dataBytes, kernels.crc32(chunk + 4, 4 + dataBytes));
    parts.push(bytes.slice(chunk, chunkData + dataBytes + 4));
  }
}

function isPngSide(sidePx: number): boolean {
  return Number.isInteger(sidePx) && sidePx >= 1 && sidePx < 2 ** 31;
}

function bigEndian(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}
