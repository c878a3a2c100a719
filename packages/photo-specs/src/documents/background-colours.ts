import { type BackgroundColour, type DocumentSpec, isCropOnly } from './document.ts';

/** A background colour, or `original` for the image's own background. */
export type BackgroundChoice = BackgroundColour | 'original';

/**
 * Colour of each named background, as `#rrggbb`. Rules name colours without values. The values are this package's
 * choice, close to those that other programs use; white is pure white.
 */
export const backgroundColours: Readonly<Record<BackgroundColour, string>> = {
  white: '#ffffff',
  'off-white': '#f8f8f5',
  cream: '#f5efdc',
  'light-grey': '#d4d4d4',
  'light-blue': '#bfdbfe',
  blue: '#628bce',
  red: '#d74532',
};

/**
 * Returns the backgrounds that the user can choose for a document, the usual one first: the document's colours, or five
 * common colours when it fixes none, followed by the image's own background. When edited photos are refused, only the
 * image's own background is available.
 */
export function backgroundChoices(document: DocumentSpec): readonly [BackgroundChoice, ...BackgroundChoice[]] {
  if (isCropOnly(document)) return ['original'];
  const { background } = document;
  if (background === undefined || background === 'any') {
    return ['white', 'light-grey', 'light-blue', 'blue', 'red', 'original'];
  }
  return [...background, 'original'];
}
