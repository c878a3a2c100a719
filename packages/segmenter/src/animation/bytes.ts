/** Returns the bytes of a name of ASCII letters. */
export function lettersOf(name: string): number[] {
  return Array.from(name, (letter) => letter.charCodeAt(0));
}

/** Returns the two bytes of a whole number, the lowest first. */
export function uint16(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff];
}

/** Returns the three bytes of a whole number, the lowest first. */
export function uint24(value: number): number[] {
  return [...uint16(value), (value >> 16) & 0xff];
}
