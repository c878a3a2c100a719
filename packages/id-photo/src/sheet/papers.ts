/**
 * Paper sizes, upright, in mm. A photo lab's 10 × 15 cm may be a little larger, which leaves a narrow white edge. 4 × 6
 * inches are 101.6 × 152.4 mm.
 */
export const papers = {
  '4x6': { widthMm: 101.6, heightMm: 152.4 },
  '10x15': { widthMm: 100, heightMm: 150 },
  '13x18': { widthMm: 130, heightMm: 180 },
  a4: { widthMm: 210, heightMm: 297 },
  letter: { widthMm: 215.9, heightMm: 279.4 },
} as const;

export type PaperId = keyof typeof papers;

interface Millimetres {
  readonly widthMm: number;
  readonly heightMm: number;
}

/**
 * Returns the margin and the gap for photos of one size. Photos that tile the paper exactly, such as six of 2 × 2 inches
 * on 4 × 6 inches, are printed without a border and cut along their common edges. Undefined for all others, which take
 * the usual margin.
 */
export function marginsFor(
  paper: Millimetres,
  photo: Millimetres,
): { readonly marginMm: 0; readonly gapMm: 0 } | undefined {
  const tiles = (length: number, part: number) =>
    length >= part && Math.abs(length / part - Math.round(length / part)) < 0.001;
  const isTiled =
    (tiles(paper.widthMm, photo.widthMm) && tiles(paper.heightMm, photo.heightMm)) ||
    (tiles(paper.widthMm, photo.heightMm) && tiles(paper.heightMm, photo.widthMm));
  return isTiled ? { marginMm: 0, gapMm: 0 } : undefined;
}
