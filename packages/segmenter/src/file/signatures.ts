/** Checks for a PNG. @param view at least 8 bytes. @see https://www.w3.org/TR/png-3/#5PNG-file-signature */
export function isPng(view: DataView): boolean {
  return view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a;
}

/** Checks for a JPEG. @param view any bytes. */
export function isJpeg(view: DataView): boolean {
  return view.byteLength >= 2 && view.getUint16(0) === 0xffd8;
}

/** Checks for a WebP. @param view at least 12 bytes. */
export function isWebp(view: DataView): boolean {
  return fourCc(view, 0) === 'RIFF' && fourCc(view, 8) === 'WEBP';
}

/** Reads four bytes as text: the name of a chunk. */
export function fourCc(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}
