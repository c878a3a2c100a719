import type { ImageFormat } from '@isola/marketplaces';

/** The first bytes of each format, as text; `?` is any byte. */
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

/** @returns what the bytes are, whatever the file is called; undefined for what is none of these. */
export async function readFormat(file: Blob): Promise<ImageFormat | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const isBeginning = (text: string) =>
    bytes.length >= text.length &&
    bytes.subarray(0, text.length).every((byte, at) => text[at] === '?' || text.codePointAt(at) === byte);
  return beginnings.find(([, text]) => isBeginning(text))?.[0];
}
