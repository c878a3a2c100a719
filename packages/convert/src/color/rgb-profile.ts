/**
 * Checks whether a profile describes RGB values. One for greys or CMYK does not fit the converted pixels.
 * @see ICC.1:2022, 7.2.8: the colour space of the data is in the bytes 16 to 19, the mark `acsp` in 36 to 39.
 */
export function isRgbProfile(profile: Uint8Array): boolean {
  const text = (at: number) => String.fromCharCode(...profile.subarray(at, at + 4));
  return profile.length > 132 && text(16) === 'RGB ' && text(36) === 'acsp';
}

/** Checks whether a profile calls itself sRGB, in ASCII or in UTF-16. */
export function isNamedSrgb(profile: Uint8Array): boolean {
  const text = String.fromCharCode(...profile.subarray(0, 4096)).replaceAll('\0', '');
  return text.includes('sRGB');
}
