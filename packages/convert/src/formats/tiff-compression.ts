import { ConvertError } from '../convert-error.ts';

/** Some writers add a few bytes after the last row. */
const spareBytes = 64;

/** Inflates zlib data. @throws {ConvertError} `damaged-image` when it has more bytes than a block. */
export async function inflate(packed: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Uint8Array(maxBytes);
  let length = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    // The data is complete when the block is: bytes after it, which some writers add, would be an error of the stream.
    while (length < maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      if (length + value.length > maxBytes + spareBytes) throw tooLong();
      out.set(value.subarray(0, maxBytes - length), length);
      length += value.length;
    }
  } catch (cause) {
    if (cause instanceof ConvertError) throw cause;
    throw new ConvertError('damaged-image', 'the deflated data is damaged', { cause });
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  return out;
}

/** Unpacks runs. @see TIFF 6.0, section 9 */
export function unpackBits(packed: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(maxBytes);
  let length = 0;
  for (let at = 0; at < packed.length && length < maxBytes;) {
    const head = packed[at] ?? 0;
    at += 1;
    if (head < 128) {
      out.set(packed.subarray(at, Math.min(at + head + 1, at + maxBytes - length)), length);
      at += head + 1;
      length += head + 1;
    } else if (head > 128) {
      out.fill(packed[at] ?? 0, length, length + 257 - head);
      at += 1;
      length += 257 - head;
    }
  }
  return out;
}

const clearCode = 256;
const endCode = 257;
const maxCodes = 4096;

/** Unpacks LZW data, whose codes begin with their most significant bit. @see TIFF 6.0, section 13 */
export function unpackLzw(packed: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(maxBytes);
  /** Places in `out` of the texts of the codes: each code repeats an earlier part of the output. */
  const starts = new Uint32Array(maxCodes);
  const lengths = new Uint32Array(maxCodes);
  let codes = endCode + 1;
  let codeBits = 9;
  let previous = -1;
  let [length, bits, bitCount] = [0, 0, 0];
  for (let at = 0; length < maxBytes;) {
    while (bitCount < codeBits && at < packed.length) {
      bits = ((bits << 8) | (packed[at] ?? 0)) & 0xff_ff_ff;
      bitCount += 8;
      at += 1;
    }
    if (bitCount < codeBits) break;
    bitCount -= codeBits;
    const code = (bits >>> bitCount) & ((1 << codeBits) - 1);
    if (code === endCode) break;
    if (code === clearCode) {
      [codes, codeBits, previous] = [endCode + 1, 9, -1];
      continue;
    }
    if (code > codes || (code === codes && previous < 0))
      throw new ConvertError('damaged-image', 'the LZW data is damaged');
    const start = length;
    if (code < clearCode) out[length++] = code;
    else {
      // The code that is just being defined is the previous text and its own first byte, which follows it in `out`.
      const isNew = code === codes;
      const from = isNew ? start - textLength(previous) : (starts[code] ?? 0);
      const count = isNew ? textLength(previous) + 1 : (lengths[code] ?? 0);
      for (let index = 0; index < count && length < maxBytes; index += 1) out[length++] = out[from + index] ?? 0;
    }
    if (previous >= 0 && codes < maxCodes) {
      starts[codes] = start - textLength(previous);
      lengths[codes] = textLength(previous) + 1;
      codes += 1;
    }
    previous = code;
    // The width grows one code early. @see TIFF 6.0, section 13, page 60
    if (codes + 1 >= 1 << codeBits && codeBits < 12) codeBits += 1;
  }
  return out;

  function textLength(code: number): number {
    return code < clearCode ? 1 : (lengths[code] ?? 0);
  }
}

function tooLong(): ConvertError {
  return new ConvertError('damaged-image', 'a block has more bytes than its size allows');
}
