import type { BackgroundColour } from './document.ts';

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
