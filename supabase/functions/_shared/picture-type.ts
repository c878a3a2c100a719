/** Number of first bytes that identify the type. */
export const signatureBytes = 12;

export type PictureFileType = 'image/jpeg' | 'image/png' | 'image/webp';

/** @returns the type of an image by its first bytes, whatever its sender states; null for anything else. */
export function pictureType(bytes: Uint8Array): PictureFileType | null {
  const text = String.fromCharCode(...bytes.subarray(0, signatureBytes));
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  return /^RIFF.{4}WEBP$/s.test(text) ? 'image/webp' : null;
}
