import { crc32 } from '@isola/imaging';

/** Bytes of the signature and of the header chunk. */
const headBytes = 8 + 25;
const profileName = 'profile';

/**
 * Writes a colour profile into a PNG, in place of its statement that it is sRGB.
 * @param png a PNG whose statement about colour, if any, is a chunk `sRGB` after the header.
 * @see https://www.w3.org/TR/png-3/#11iCCP
 */
export async function addToPng(png: Blob, profile: Uint8Array<ArrayBuffer> | undefined): Promise<Blob> {
  if (!profile) return png;
  const deflated = new Blob([profile]).stream().pipeThrough(new CompressionStream('deflate'));
  const packed = new Uint8Array(await new Response(deflated).arrayBuffer());
  const data = Uint8Array.from([...letters(profileName), 0, 0, ...packed]);
  const next = new Uint8Array(await png.slice(headBytes, headBytes + 8).arrayBuffer());
  // The chunk `sRGB` has one byte of data.
  const rest = letters('sRGB').every((letter, index) => next[4 + index] === letter) ? headBytes + 13 : headBytes;
  return new Blob([png.slice(0, headBytes), chunk('iCCP', data), png.slice(rest)], { type: 'image/png' });
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(letters(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function letters(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}
