import { type CutMark, cutMarksOf } from './cut-marks.ts';
import type { SheetPlace } from './sheet-place.ts';

export interface SheetItem {
  readonly id: string;
  readonly widthMm: number;
  readonly heightMm: number;
  /** Number of photos. `fill` takes all space that is left after the counted ones. */
  readonly count: number | 'fill';
}

export interface SheetOptions {
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  readonly items: readonly SheetItem[];
  /** Margin that printers leave white at each edge, in mm. */
  readonly marginMm?: number;
  /** Gap between two photos for the cut, in mm. */
  readonly gapMm?: number;
  readonly hasCutMarks?: boolean;
  /** Reserves a strip along the lower edge for a line of text. */
  readonly hasNote?: boolean;
}

/** Strip for the line of text: its height, and the height of the line in it, in mm. */
const [noteStripMm, noteLineMm] = [6, 3];

export interface SheetLayout {
  /** Paper size. Turned on its side when more photos fit that way. */
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  readonly places: readonly SheetPlace[];
  readonly cutMarks: readonly CutMark[];
  /** Place for the line of text, in mm from the sheet's top left corner. Absent without `hasNote`. */
  readonly note?: { readonly xMm: number; readonly yMm: number; readonly widthMm: number; readonly heightMm: number };
  /** Photos that did not fit. */
  readonly unplaced: readonly { readonly id: string; readonly count: number }[];
}

interface Shelf {
  readonly yMm: number;
  readonly heightMm: number;
  nextX: number;
}

/** Sums of millimetres are not exact, so a photo that is too large by less than a micrometre fits. */
const tolerance = 1e-6;

/**
 * Lays out photos of one or several sizes on a sheet, in centred rows from the top. The sheet and each size are tried
 * upright and rotated. The layout with the most photos wins; among equals, the one with the fewest rotations.
 * @throws {RangeError} when a length is not positive, or the margins leave no space.
 */
export function layOutSheet(options: SheetOptions): SheetLayout {
  const { paper, items, marginMm = 5, gapMm = 2, hasCutMarks = true, hasNote = false } = options;
  for (const length of [
    paper.widthMm,
    paper.heightMm,
    ...items.flatMap(({ widthMm, heightMm }) => [widthMm, heightMm]),
  ]) {
    if (!(length > 0)) throw new RangeError(`invalid length of ${length} mm`);
  }
  if (Math.min(paper.widthMm, paper.heightMm) <= 2 * marginMm)
    throw new RangeError('the margins leave no space for photos');
  const papers = [paper, { widthMm: paper.heightMm, heightMm: paper.widthMm }];
  const candidates = papers.flatMap((sheet) =>
    turnsOf(items.length).map((turns) => ({
      sheet,
      places: pack(withoutNote(sheet, hasNote), items, turns, marginMm, gapMm),
    })),
  );
  const [best] = candidates.toSorted(
    (one, other) => other.places.length - one.places.length || rotatedCount(one.places) - rotatedCount(other.places),
  );
  const { sheet, places } = best ?? { sheet: paper, places: [] };
  const centred = centre(places, withoutNote(sheet, hasNote));
  return {
    paper: sheet,
    places: centred,
    cutMarks: hasCutMarks ? cutMarksOf(centred, withoutNote(sheet, hasNote)) : [],
    ...(hasNote && {
      note: {
        xMm: noteStripMm,
        yMm: sheet.heightMm - noteStripMm,
        widthMm: sheet.widthMm - 2 * noteStripMm,
        heightMm: noteLineMm,
      },
    }),
    unplaced: items.flatMap(({ id, count }) => {
      const missing = (count === 'fill' ? 1 : count) - centred.filter((place) => place.id === id).length;
      return missing > 0 ? [{ id, count: missing }] : [];
    }),
  };
}

/** Returns the part of a sheet that photos may take. */
function withoutNote({ widthMm, heightMm }: SheetOptions['paper'], hasNote: boolean): SheetOptions['paper'] {
  return { widthMm, heightMm: hasNote ? heightMm - noteStripMm : heightMm };
}

/** Returns all combinations of upright and rotated sizes, the upright ones first. */
function turnsOf(count: number): readonly (readonly boolean[])[] {
  if (count === 0) return [[]];
  return turnsOf(count - 1).flatMap((rest) => [
    [false, ...rest],
    [true, ...rest],
  ]);
}

function rotatedCount(places: readonly SheetPlace[]): number {
  return places.filter(({ isRotated }) => isRotated).length;
}

function pack(
  paper: SheetOptions['paper'],
  items: readonly SheetItem[],
  turns: readonly boolean[],
  marginMm: number,
  gapMm: number,
): readonly SheetPlace[] {
  const shelves: Shelf[] = [];
  const places: SheetPlace[] = [];
  const turned = items
    .map((item, at) => ({
      ...item,
      isRotated: turns[at] ?? false,
      ...(turns[at] && { widthMm: item.heightMm, heightMm: item.widthMm }),
    }))
    .toSorted((one, other) => other.heightMm - one.heightMm);

  function place({ id, widthMm, heightMm, isRotated }: Omit<SheetPlace, 'xMm' | 'yMm'>): boolean {
    const fits = ({ nextX, heightMm: room }: Shelf) =>
      heightMm <= room + tolerance && nextX + widthMm <= paper.widthMm - marginMm + tolerance;
    let shelf = shelves.find(fits);
    if (!shelf) {
      const last = shelves.at(-1);
      const yMm = last ? last.yMm + last.heightMm + gapMm : marginMm;
      const fresh = { yMm, heightMm, nextX: marginMm };
      if (!fits(fresh) || yMm + heightMm > paper.heightMm - marginMm + tolerance) return false;
      shelves.push(fresh);
      shelf = fresh;
    }
    places.push({ id, xMm: shelf.nextX, yMm: shelf.yMm, widthMm, heightMm, isRotated });
    shelf.nextX += widthMm + gapMm;
    return true;
  }

  for (const item of turned) {
    if (item.count === 'fill') continue;
    for (let at = 0; at < item.count; at += 1) if (!place(item)) break;
  }
  // The sizes take turns, so that each gets its share.
  let open = turned.filter(({ count }) => count === 'fill');
  while (open.length > 0) open = open.filter((item) => place(item));
  return places;
}

function centre(places: readonly SheetPlace[], paper: SheetOptions['paper']): readonly SheetPlace[] {
  const right = Math.max(...places.map(({ xMm, widthMm }) => xMm + widthMm));
  const left = Math.min(...places.map(({ xMm }) => xMm));
  const bottom = Math.max(...places.map(({ yMm, heightMm }) => yMm + heightMm));
  const top = Math.min(...places.map(({ yMm }) => yMm));
  const [shiftX, shiftY] = [(paper.widthMm - left - right) / 2, (paper.heightMm - top - bottom) / 2];
  return places.map((place) => ({ ...place, xMm: place.xMm + shiftX, yMm: place.yMm + shiftY }));
}
