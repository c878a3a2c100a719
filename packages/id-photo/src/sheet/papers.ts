/** Paper sizes, upright, in mm. A photo lab's 10 × 15 cm may be a little larger, which leaves a narrow white edge. */
export const papers = {
  '10x15': { widthMm: 100, heightMm: 150 },
  '13x18': { widthMm: 130, heightMm: 180 },
  a4: { widthMm: 210, heightMm: 297 },
  letter: { widthMm: 215.9, heightMm: 279.4 },
} as const;

export type PaperId = keyof typeof papers;
