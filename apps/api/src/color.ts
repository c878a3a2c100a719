import sharp from 'sharp';

import type { Color } from './removal-request.ts';

const hexColor = /^#?(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const colorName = /^[a-z]{3,24}$/i;

/**
 * Parses a colour: hexadecimal with 3, 4, 6 or 8 digits, with or without `#`, or a name of CSS.
 * @returns undefined for any other text.
 */
export async function parseColor(text: string): Promise<Color | undefined> {
  if (hexColor.test(text)) {
    const digits = text.replace('#', '');
    const pairs = digits.length < 6 ? Array.from(digits, (digit) => digit + digit) : (digits.match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
    return { red, green, blue, alpha };
  }
  if (!colorName.test(text)) return undefined;
  try {
    // sharp knows the names of CSS.
    const create = { width: 1, height: 1, channels: 4, background: text.toLowerCase() } as const;
    const [red = 0, green = 0, blue = 0, alpha = 255] = await sharp({ create }).raw().toBuffer();
    return { red, green, blue, alpha };
  } catch {
    return undefined;
  }
}
