import { pngChunk, pngHeadBytes } from '@isola/imaging';

const profileName = 'profile';

/**
 * Writes a colour profile into a PNG, in place of its statement that it is sRGB.
 * @param png a PNG whose statement about colour, if any, is a chunk `sRGB` after the header.
 * @see https://www.w3.org/TR/png-3/#11iCCP
 */
export async function addProfile(png: Blob, profile: Uint8Array<ArrayBuffer> | undefined): Promise<Blob> {
  if (!profile) return png;
  const deflated = new Blob([profile]).stream().pipeThrough(new CompressionStream('deflate'));
  const packed = new Uint8Array(await new Response(deflated).arrayBuffer());
  const chunk = pngChunk('iCCP', [...new TextEncoder().encode(profileName), 0, 0, ...packed]);
  const next = await png.slice(pngHeadBytes + 4, pngHeadBytes + 8).text();
  // The chunk `sRGB` has one byte of data.
  const rest = next === 'sRGB' ? pngHeadBytes + 13 : pngHeadBytes;
  return new Blob([png.slice(0, pngHeadBytes), chunk, png.slice(rest)], { type: 'image/png' });
}
