import type { NamedColor } from '../words/terms.ts';

/** Colours of painted paper, which a recoloured studio takes. */
export const swatches: Readonly<Record<NamedColor, string>> = {
  red: '#b23a33',
  orange: '#d98341',
  yellow: '#e3c257',
  green: '#7f9b74',
  teal: '#4f9694',
  blue: '#6f9cc2',
  purple: '#9180b4',
  pink: '#e2a9ac',
  brown: '#8d6a4e',
  beige: '#ddcbb0',
  white: '#efedea',
  grey: '#a3a3a1',
  black: '#2c2c2d',
  gold: '#c7a25a',
  silver: '#bfc3c7',
};
