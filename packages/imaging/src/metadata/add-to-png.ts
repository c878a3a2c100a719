import { crc32 } from './crc32.ts';

/** Bytes of the signature and of the first chunk, IHDR, which every other chunk follows. */
const headBytes = 33;
/** Keyword under which readers look for XMP, and fields of an uncompressed text without a language. */
const keyword = 'XML:com.adobe.xmp\0\0\0\0\0';

/**
 * Adds an XMP packet to a PNG.
 * @see https://www.w3.org/TR/png-3/#11iTXt, and XMP Specification, part 3
 */
export function addToPng(png: Blob, xmp: Uint8Array<ArrayBuffer> | undefined): Blob {
  if (!xmp) return png;
  const text = new TextEncoder().encode(keyword);
  const chunk = new Uint8Array(12 + text.length + xmp.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, text.length + xmp.length);
  chunk.set(new TextEncoder().encode('iTXt'), 4);
  chunk.set(text, 8);
  chunk.set(xmp, 8 + text.length);
  view.setUint32(chunk.length - 4, crc32(chunk.subarray(4, chunk.length - 4)));
  return new Blob([png.slice(0, headBytes), chunk, png.slice(headBytes)], { type: png.type });
}
