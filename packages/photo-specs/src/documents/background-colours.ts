import { type BackgroundColour, type DocumentSpec, isCropOnly } from './document.ts';

/** A background colour, or `original` for the image's own background. */
export type BackgroundChoice = BackgroundColour | 'original';

/** Background of a photo: `original` for the image's own, otherwise the colour behind the person as `#rrggbb`. */
export type PhotoBackground = 'original' | `#${string}`;

/**
 * Colour of each named background, as `#rrggbb`. Rules name colours without values. The values are this package's
 * choice, close to those that other programs use; white is pure white.
 */
export const backgroundColours: Readonly<Record<BackgroundColour, `#${string}`>> = {
  white: '#ffffff',
  'off-white': '#f8f8f5',
  cream: '#f5efdc',
  'light-grey': '#d4d4d4',
  'light-blue': '#bfdbfe',
  blue: '#628bce',
  red: '#d74532',
};

/** Colours that count as plain and light, for offices that ask for such a background and name no colour. */
const lightColours = ['white', 'off-white', 'cream', 'light-grey', 'light-blue'] as const;

/**
 * Returns the colours that a document allows, or `any` when it fixes none or nothing is known.
 *
 * @example
 *   allowedColours(documents['us-passport']); // ['white', 'off-white']
 */
export function allowedColours({ background = 'any' }: DocumentSpec): 'any' | readonly BackgroundColour[] {
  return background === 'any-light' ? lightColours : background;
}

/**
 * Returns the backgrounds that the user can choose for a document, the usual one first: the document's colours, or five
 * common colours when it fixes none, followed by the image's own background. When edited photos are refused, only the
 * image's own background is available.
 */
export function backgroundChoices(document: DocumentSpec): readonly [BackgroundChoice, ...BackgroundChoice[]] {
  if (isCropOnly(document)) return ['original'];
  const allowed = allowedColours(document);
  const [first = 'original', ...others] =
    allowed === 'any' ? (['white', 'light-grey', 'light-blue', 'blue', 'red'] as const) : allowed;
  return [first, ...others, 'original'];
}

/** Returns a named choice in the form in which photos are checked and rendered. */
export function photoBackground(choice: BackgroundChoice): PhotoBackground {
  return choice === 'original' ? 'original' : backgroundColours[choice];
}

/**
 * Returns whether a document may have a background. A document that fixes no colour accepts every colour, unless edited
 * photos are refused. The image's own background is always accepted, because only the person who takes the photo can
 * change it.
 */
export function acceptsBackground(document: DocumentSpec, background: PhotoBackground): boolean {
  if (background === 'original') return true;
  if (isCropOnly(document)) return false;
  const allowed = allowedColours(document);
  return allowed === 'any' || allowed.some((name) => backgroundColours[name] === background.toLowerCase());
}
