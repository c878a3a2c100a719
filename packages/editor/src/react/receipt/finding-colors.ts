/** The findings about pixels of the subject, in the order in which they are listed. */
export const shownFindings = ['equal', 'near', 'enlarged', 'toned', 'edge', 'retouched', 'other'] as const;

export type ShownFinding = (typeof shownFindings)[number];

/** Colour of each finding in the map: red, green and blue. */
export const findingColors: Readonly<Record<ShownFinding, readonly [number, number, number]>> = {
  equal: [46, 125, 80],
  near: [122, 178, 122],
  enlarged: [60, 150, 168],
  toned: [94, 108, 196],
  edge: [222, 160, 48],
  retouched: [150, 84, 190],
  other: [210, 36, 36],
};
