/**
 * Joins bytes into a file. `new Blob(parts)` would do the same, but Firefox 153 cannot decode an image whose Blob was made of
 * more than one part: `createImageBitmap` rejects with an `InvalidStateError`.
 * @param type MIME type, such as `image/png`.
 * @example
 * const file = fileOf([header, pixels, trailer], 'image/png');
 */
export function fileOf(parts: readonly Uint8Array[], type: string): Blob {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new Blob([bytes], { type });
}
