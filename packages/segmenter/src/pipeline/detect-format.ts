import type { ImageType } from './read-image-header.ts';

/** Names of the file formats that are recognised but not supported. */
export const foreignFormats = [
  'AVIF',
  'BMP',
  'GIF',
  'HEIC',
  'HTML',
  'ICO',
  'JPEG 2000',
  'JPEG XL',
  'MOV',
  'MP4',
  'PDF',
  'PSD',
  'RAW',
  'SVG',
  'TIFF',
  'XCF',
  'ZIP',
] as const;

export type ForeignFormat = (typeof foreignFormats)[number];

export type FileFormat = ImageType | ForeignFormat;

/** Number of bytes at a file's start that `detectFormat` reads. */
export const signatureBytes = 4096;

/** The first bytes of each format. If two rows match, the earlier one wins. `.` stands for any byte. */
const signatures: readonly (readonly [FileFormat, string])[] = [
  // Only the bytes before a PNG's first line break are compared. A PNG whose line breaks a transfer has changed is thus
  // still recognised, and reported as damaged.
  ['image/png', '\x89PNG'],
  ['image/jpeg', '\xff\xd8'],
  ['image/webp', 'RIFF....WEBP'],
  ['GIF', 'GIF87a'],
  ['GIF', 'GIF89a'],
  // Canon's CR2, Olympus's ORF, Panasonic's RW2 and Fujifilm's RAF. Other cameras' files begin like a TIFF.
  ['RAW', 'II*\0....CR'],
  ['RAW', 'IIRO'],
  ['RAW', 'IIRS'],
  ['RAW', 'IIU\0'],
  ['RAW', 'FUJIFILMCCD-RAW'],
  ['TIFF', 'II*\0'],
  ['TIFF', 'MM\0*'],
  ['TIFF', 'II+\0'],
  ['TIFF', 'MM\0+'],
  ['JPEG XL', '\xff\x0a'],
  ['JPEG XL', '\0\0\0\x0cJXL \r\n\x87\n'],
  ['JPEG 2000', '\0\0\0\x0cjP  \r\n\x87\n'],
  ['JPEG 2000', '\xff\x4f\xff\x51'],
  ['PDF', '%PDF-'],
  ['PSD', '8BPS'],
  ['XCF', 'gimp xcf'],
  ['ICO', '\0\0\x01\0'],
  ['ZIP', 'PK\x03\x04'],
];

/** The brands of ISO base media files. A file lists its major brand first, then its compatible brands. */
const brands: readonly (readonly [ForeignFormat, readonly string[]])[] = [
  ['AVIF', ['avif', 'avis']],
  ['HEIC', ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']],
  ['RAW', ['crx ']],
  ['MOV', ['qt  ']],
];

/** Possible sizes of a BMP's second header. They distinguish a BMP from a text that begins with `BM`. */
const bitmapHeaderBytes = new Set([12, 40, 52, 56, 64, 108, 124]);

/**
 * Detects a file's format from its content.
 * @param bytes the file's first `signatureBytes`, or all of a shorter file.
 * @returns undefined when the format is not recognised.
 */
export function detectFormat(bytes: Uint8Array): FileFormat | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, signatureBytes));
  const row = signatures.find(([, signature]) => hasSignature(text, signature));
  if (row) return row[0];
  if (text.startsWith('ftyp', 4)) return formatOfBrands(text);
  if (text.startsWith('BM') && bitmapHeaderBytes.has(text.charCodeAt(14))) return 'BMP';
  return formatOfMarkup(text);
}

function hasSignature(text: string, signature: string): boolean {
  if (text.length < signature.length) return false;
  return Array.from(signature).every((char, index) => char === '.' || char === text[index]);
}

/**
 * Returns the format that a file's brands name, or MP4 for other brands.
 * @see ISO/IEC 14496-12, 4.3: the box's size, `ftyp`, the major brand, a version, the compatible brands.
 */
function formatOfBrands(text: string): ForeignFormat {
  const boxBytes = [0, 1, 2, 3].reduce((size, at) => size * 256 + text.charCodeAt(at), 0);
  const box = text.slice(8, Math.max(12, boxBytes));
  const own = new Set([box.slice(0, 4), ...(box.slice(8).match(/.{4}/gs) ?? [])]);
  return brands.find(([, names]) => names.some((name) => own.has(name)))?.[0] ?? 'MP4';
}

/** Matches everything allowed before the first element: byte order mark, declaration, comments, document type. */
const prolog = /^(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->|<!doctype\s+svg[^>[]*(?:\[.*?\])?\s*>)*/is;

function formatOfMarkup(text: string): ForeignFormat | undefined {
  const body = text.replace(prolog, '');
  if (/^<svg[\s>]/i.test(body)) return 'SVG';
  return /^(?:<!doctype\s+html|<html[\s>])/i.test(body) ? 'HTML' : undefined;
}
