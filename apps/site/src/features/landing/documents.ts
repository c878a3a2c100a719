/** What an office wants behind the head; worded as `ground.<id>`. */
type DocumentGround = 'as-asked' | 'white' | 'off-white' | 'white-or-light' | 'light' | 'light-not-white';

export interface DocumentPhoto {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly ground: DocumentGround;
  /** Whether the office refuses photos that were edited, or may take them. */
  readonly edited: 'refused' | 'ask';
}

/**
 * Common photo sizes, gathered in November 2026 from the offices' own pages and from what photographers publish of them.
 * Each is worded as `document.<id>`.
 */
export const documents = {
  'cn-one-inch': { widthMm: 25, heightMm: 35, ground: 'as-asked', edited: 'ask' },
  'cn-small-one-inch': { widthMm: 22, heightMm: 32, ground: 'white', edited: 'ask' },
  'cn-two-inch': { widthMm: 35, heightMm: 49, ground: 'as-asked', edited: 'ask' },
  'cn-small-two-inch': { widthMm: 35, heightMm: 45, ground: 'as-asked', edited: 'ask' },
  'cn-passport': { widthMm: 33, heightMm: 48, ground: 'white', edited: 'refused' },
  // Two inches.
  us: { widthMm: 50.8, heightMm: 50.8, ground: 'off-white', edited: 'refused' },
  ca: { widthMm: 50, heightMm: 70, ground: 'white-or-light', edited: 'refused' },
  uk: { widthMm: 35, heightMm: 45, ground: 'light', edited: 'refused' },
  schengen: { widthMm: 35, heightMm: 45, ground: 'light', edited: 'ask' },
  fr: { widthMm: 35, heightMm: 45, ground: 'light-not-white', edited: 'refused' },
  de: { widthMm: 35, heightMm: 45, ground: 'light', edited: 'refused' },
  es: { widthMm: 26, heightMm: 32, ground: 'white', edited: 'ask' },
  ru: { widthMm: 35, heightMm: 45, ground: 'white', edited: 'refused' },
  jp: { widthMm: 35, heightMm: 45, ground: 'light', edited: 'ask' },
  kr: { widthMm: 35, heightMm: 45, ground: 'white', edited: 'refused' },
} as const satisfies Record<string, DocumentPhoto>;

export type DocumentId = keyof typeof documents;

/** @returns how many pixels a length has in print at 300 dpi. */
export function pixelsAt300Dpi(lengthMm: number): number {
  return Math.round((lengthMm / 25.4) * 300);
}
