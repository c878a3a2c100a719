import { pngChunk, pngHeadBytes } from './png-chunk.ts';

/** Keyword under which readers look for XMP, and fields of an uncompressed text without a language. */
const keyword = 'XML:com.adobe.xmp\0\0\0\0\0';

/**
 * Adds an XMP packet to a PNG.
 * @see https://www.w3.org/TR/png-3/#11iTXt, and XMP Specification, part 3
 */
export function addToPng(png: Blob, xmp: Uint8Array<ArrayBuffer> | undefined): Blob {
  if (!xmp) return png;
  const text = new TextEncoder().encode(keyword);
  const data = new Uint8Array(text.length + xmp.length);
  data.set(text);
  data.set(xmp, text.length);
  return new Blob([png.slice(0, pngHeadBytes), pngChunk('iTXt', data), png.slice(pngHeadBytes)], { type: png.type });
}
