import type { ImageFormat } from '@isola/photo-specs/marketplaces';

/** First bytes of each format, as text; `?` stands for any byte. */
const beginnings: readonly (readonly [ImageFormat, string])[] = [
  ['jpeg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['webp', 'RIFF????WEBP'],
  ['gif', 'GIF8'],
  ['bmp', 'BM'],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['avif', '????ftypavif'],
  ['heic', '????ftyphei'],
];

/**
 * Detects the format of a file from its bytes, regardless of its name.
 * @returns undefined for any other format.
 */
export async function readFormat(file: Blob): Promise<ImageFormat | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const isBeginning = (text: string) =>
    bytes.length >= text.length &&
    bytes.subarray(0, text.length).every((byte, at) => text[at] === '?' || text.codePointAt(at) === byte);
  return beginnings.find(([, text]) => isBeginning(text))?.[0];
}
