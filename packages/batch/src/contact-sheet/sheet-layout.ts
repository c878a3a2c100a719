/** Paper sizes, upright, in mm. */
export const sheetPapers = {
  a4: { widthMm: 210, heightMm: 297 },
  letter: { widthMm: 215.9, heightMm: 279.4 },
} as const;

export type SheetPaper = keyof typeof sheetPapers;

export const [maxColumns, maxRows] = [8, 10];

/** Lengths in one unit, from the upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Place of one image. */
export interface SheetCell {
  readonly image: Box;
  /** Place of the name below the image; undefined without names. */
  readonly name: Box | undefined;
}

export interface SheetGrid {
  readonly width: number;
  readonly height: number;
  /** Cells by rows, each from left to right. */
  readonly cells: readonly SheetCell[];
}

export interface PageGrid extends SheetGrid {
  /** Place of the page number. */
  readonly number: Box;
}

/** Lengths of a page in mm: the margin, the gap between images, the strip for a name, and the line in the lower margin. */
const [marginMm, gapMm, nameMm, numberMm] = [12, 5, 5, 4];

/**
 * Lays out a page of a contact sheet, in mm.
 * @param columns 1 to `maxColumns`. @param rows 1 to `maxRows`.
 * @example
 * layOutPage({ paper: 'a4', columns: 4, rows: 5, hasNames: true }).cells.length; // 20
 */
export function layOutPage({
  paper,
  columns,
  rows,
  hasNames,
}: {
  readonly paper: SheetPaper;
  readonly columns: number;
  readonly rows: number;
  readonly hasNames: boolean;
}): PageGrid {
  const { widthMm, heightMm } = sheetPapers[paper];
  const width = (widthMm - 2 * marginMm - (columns - 1) * gapMm) / columns;
  const height = (heightMm - 2 * marginMm - (rows - 1) * gapMm) / rows;
  const cells = cellsOf({
    count: columns * rows,
    columns,
    margin: marginMm,
    gap: gapMm,
    image: { width, height: height - (hasNames ? nameMm : 0) },
    nameHeight: hasNames ? nameMm : 0,
  });
  const number = {
    x: marginMm,
    y: heightMm - (marginMm + numberMm) / 2,
    width: widthMm - 2 * marginMm,
    height: numberMm,
  };
  return { width: widthMm, height: heightMm, cells, number };
}

/** Side of an image in a picture of all images, in px, unless the picture would become too large. */
const maxCellPx = 480;
/** Largest area of a canvas that every browser can create: that of Safari on phones. @see Apple, "Canvas area exceeds the maximum limit" */
const maxAreaPx = 16_777_216;
const maxSidePx = 16_000;

/**
 * Lays out a picture of all images, in px. Its images become smaller when it would be larger than a canvas can be.
 * @example
 * layOutPicture({ count: 50, columns: 5, hasNames: true }); // 10 rows of 5 images
 */
export function layOutPicture({
  count,
  columns: maxColumnCount,
  hasNames,
}: {
  readonly count: number;
  readonly columns: number;
  readonly hasNames: boolean;
}): SheetGrid {
  const columns = Math.min(maxColumnCount, count);
  const rows = Math.ceil(count / columns);
  // Lengths relative to the side of an image.
  const [margin, gap, nameHeight] = [1 / 8, 1 / 12, hasNames ? 1 / 9 : 0];
  const across = columns + (columns - 1) * gap + 2 * margin;
  const down = rows * (1 + nameHeight) + (rows - 1) * gap + 2 * margin;
  const side = Math.floor(
    Math.min(maxCellPx, maxSidePx / across, maxSidePx / down, Math.sqrt(maxAreaPx / (across * down))),
  );
  return {
    width: Math.floor(across * side),
    height: Math.floor(down * side),
    cells: cellsOf({
      count,
      columns,
      margin: margin * side,
      gap: gap * side,
      image: { width: side, height: side },
      nameHeight: nameHeight * side,
    }),
  };
}

interface CellsOptions {
  readonly count: number;
  readonly columns: number;
  readonly margin: number;
  readonly gap: number;
  readonly image: Pick<Box, 'width' | 'height'>;
  /** Height of the strip for a name; 0 without names. */
  readonly nameHeight: number;
}

function cellsOf({ count, columns, margin, gap, image, nameHeight }: CellsOptions): readonly SheetCell[] {
  return Array.from({ length: count }, (_, index) => {
    const x = margin + (index % columns) * (image.width + gap);
    const y = margin + Math.floor(index / columns) * (image.height + nameHeight + gap);
    const name = { x, y: y + image.height, width: image.width, height: nameHeight };
    return { image: { x, y, ...image }, name: nameHeight > 0 ? name : undefined };
  });
}

/** Returns the largest box with a picture's ratio in the middle of another box. */
export function fittedIn(box: Box, picture: { readonly width: number; readonly height: number }): Box {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}
