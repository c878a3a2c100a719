/** Offered everywhere; their names are in the bundle. */
export const plainColors = [
  { id: 'white', color: '#ffffff' },
  { id: 'lightGrey', color: '#e6e6e6' },
  { id: 'grey', color: '#8c8c8c' },
  { id: 'black', color: '#000000' },
] as const;

/** How much the original is blurred at first, behind its own subject. */
export const defaultBlurStrength = 40;
