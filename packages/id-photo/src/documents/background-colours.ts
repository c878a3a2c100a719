import { type BackgroundColour, type DocumentSpec, isCropOnly } from './document.ts';

/** `original`: the image's own. */
export type BackgroundChoice = BackgroundColour | 'original';

/**
 * The colour that stands for each background that an authority names, as `#rrggbb`. Rules name colours; the values are
 * this package's choice, after those that other programs use, except that white is white.
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
 * What can stand behind the person, the usual first: the document's colours, or all where it fixes none, and the image's own
 * background. Where edited photos are refused there is the image's own alone.
 */
export function backgroundChoices(document: DocumentSpec): readonly [BackgroundChoice, ...BackgroundChoice[]] {
  if (isCropOnly(document)) return ['original'];
  const { background } = document;
  if (background === undefined || background === 'any') {
    return ['white', 'light-grey', 'light-blue', 'blue', 'red', 'original'];
  }
  return [...background, 'original'];
}
