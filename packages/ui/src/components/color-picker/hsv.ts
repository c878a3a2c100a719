/** Red, green and blue in sRGB, each 0–255. */
export interface Rgb {
  r: number;
  g: number;
  b: number;
}

/** Hue, saturation and value of a colour. */
export interface Hsv {
  /** Hue in degrees, 0–360; 360 is red again. */
  h: number;
  /** Saturation, 0–1. */
  s: number;
  /** Value (brightness), 0–1. */
  v: number;
}

/**
 * Parses a colour's code: `#rrggbb` or `#rgb`, with or without `#`. @returns lower-case `#rrggbb`; undefined for any
 * other text.
 */
export function parseHex(text: string): string | undefined {
  const digits = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (!digits) return undefined;
  return digits.length === 3 ? `#${digits.replaceAll(/./g, '$&$&')}` : `#${digits}`;
}

/** Converts a hex code to RGB. @param hex `#rrggbb`. */
export function hexToRgb(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return { r: number >> 16, g: (number >> 8) & 255, b: number & 255 };
}

/** Converts RGB to a hex code. @returns lower-case `#rrggbb`; fractions are rounded. */
export function rgbToHex({ r, g, b }: Rgb): string {
  const number = (Math.round(r) << 16) | (Math.round(g) << 8) | Math.round(b);
  return `#${number.toString(16).padStart(6, '0')}`;
}

/** Converts RGB to HSV. The undefined hue of a grey and the undefined saturation of black become 0. */
export function rgbToHsv({ r, g, b }: Rgb): Hsv {
  const most = Math.max(r, g, b);
  const range = most - Math.min(r, g, b);
  return { h: hueOf({ r, g, b }, most, range), s: most === 0 ? 0 : range / most, v: most / 255 };
}

/** Converts HSV to RGB. @see https://en.wikipedia.org/wiki/HSL_and_HSV#HSV_to_RGB_alternative */
export function hsvToRgb({ h, s, v }: Hsv): Rgb {
  const channel = (offset: number) => {
    const k = (offset + h / 60) % 6;
    return 255 * (v - v * s * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  return { r: channel(5), g: channel(3), b: channel(1) };
}

/** Converts a hex code to HSV. @param hex `#rrggbb`. */
export function hexToHsv(hex: string): Hsv {
  return rgbToHsv(hexToRgb(hex));
}

/** Converts HSV to a hex code. @returns lower-case `#rrggbb`. */
export function hsvToHex(hsv: Hsv): string {
  return rgbToHex(hsvToRgb(hsv));
}

function hueOf({ r, g, b }: Rgb, most: number, range: number): number {
  if (range === 0) return 0;
  if (most === r) return (60 * ((g - b) / range) + 360) % 360;
  if (most === g) return 60 * ((b - r) / range) + 120;
  return 60 * ((r - g) / range) + 240;
}
