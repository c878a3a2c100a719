import type { Matte } from '@isola/segmenter';

/** Measures of a matte that decide whether a result should be reviewed. All are shares, 0…1. */
export interface MatteFacts {
  /** Share of the image that the subject covers. */
  readonly subject: number;
  /** Share of half-transparent pixels among all pixels that are not background. */
  readonly halfTransparent: number;
  /** Size of the second largest piece as a share of the largest one; 0 when the subject is one piece. */
  readonly secondPiece: number;
  /**
   * Largest share of the left, top or right edge that the subject covers. The bottom edge does not count, because it
   * cuts most portraits. Shoulders do not count either: they are a part of a side that begins in a lower corner and
   * ends below half the height.
   */
  readonly edge: number;
  /** Share of each of the four edges that the subject covers, the bottom edge and the shoulders included. */
  readonly edges: readonly number[];
}

/** Number of cells along the longer side of the grid. */
const maxCells = 256;
/** Number of samples along a side of a cell. A part that is thinner than a cell still connects two pieces. */
const samplesPerCell = 4;

const subjectFrom = 128;
/** Alpha of 0.1. A pixel between this and 0.9 is half-transparent. */
const halfFrom = 26;
const halfTo = 229;

/** Measures a matte by a small grid of its pixels. 12 megapixels take as long as one. */
export function measureMatte(matte: Matte): MatteFacts {
  const grid = sampleGrid(matte);
  const [first = 0, second = 0] = pieceSizes(grid);
  return {
    subject: grid.subjectCount / (grid.columns * grid.rows),
    halfTransparent: grid.halfCount / Math.max(1, grid.halfCount + grid.solidCount),
    secondPiece: first === 0 ? 0 : second / first,
    edge: longestEdge(grid),
    edges: Object.values(grid.edges).map(shareOf),
  };
}

interface Grid {
  /** Number of samples in a row, and number of rows. */
  readonly columns: number;
  readonly rows: number;
  readonly cellColumns: number;
  readonly cellRows: number;
  /** Number of samples of each cell that are subject. */
  readonly cells: Uint8Array;
  readonly subjectCount: number;
  readonly halfCount: number;
  /** Number of samples that are more than half-transparent, which count as solid. */
  readonly solidCount: number;
  /** For each sample along an edge, from the top down or from left to right: 1 for subject, else 0. */
  readonly edges: Readonly<Record<'left' | 'top' | 'right' | 'bottom', Uint8Array>>;
}

function sampleGrid({ data, widthPx, heightPx }: Matte): Grid {
  const scale = Math.min(1, (maxCells * samplesPerCell) / Math.max(widthPx, heightPx));
  const columns = Math.max(1, Math.round(widthPx * scale));
  const rows = Math.max(1, Math.round(heightPx * scale));
  const cellColumns = Math.ceil(columns / samplesPerCell);
  const cellRows = Math.ceil(rows / samplesPerCell);
  const cells = new Uint8Array(cellColumns * cellRows);
  const columnAt = samplePoints(columns, widthPx);
  const rowAt = samplePoints(rows, heightPx);
  const edges = {
    left: new Uint8Array(rows),
    top: new Uint8Array(columns),
    right: new Uint8Array(rows),
    bottom: new Uint8Array(columns),
  };
  let [subjectCount, halfCount, solidCount] = [0, 0, 0];
  for (let row = 0; row < rows; row += 1) {
    const line = (rowAt[row] ?? 0) * widthPx;
    const cellLine = Math.floor(row / samplesPerCell) * cellColumns;
    for (let column = 0; column < columns; column += 1) {
      const alpha = data[line + (columnAt[column] ?? 0)] ?? 0;
      if (alpha < halfFrom) continue;
      if (alpha <= halfTo) halfCount += 1;
      else solidCount += 1;
      if (alpha < subjectFrom) continue;
      subjectCount += 1;
      const cell = cellLine + Math.floor(column / samplesPerCell);
      cells[cell] = (cells[cell] ?? 0) + 1;
      if (row === 0) edges.top[column] = 1;
      if (row === rows - 1) edges.bottom[column] = 1;
      if (column === 0) edges.left[row] = 1;
      if (column === columns - 1) edges.right[row] = 1;
    }
  }
  return { columns, rows, cellColumns, cellRows, cells, subjectCount, halfCount, solidCount, edges };
}

/** @returns evenly spaced places from the first pixel to the last, so that both edges are sampled. */
function samplePoints(count: number, lengthPx: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.round((index * (lengthPx - 1)) / (count - 1)),
  );
}

function longestEdge({ edges: { left, top, right } }: Grid): number {
  return Math.max(shareOf(withoutShoulder(left)), shareOf(top), shareOf(withoutShoulder(right)));
}

function withoutShoulder(side: Uint8Array): Uint8Array {
  const shoulder = side.lastIndexOf(0) + 1;
  return side.length - shoulder > side.length / 2 ? side : side.map((is, index) => (index < shoulder ? is : 0));
}

function shareOf(edge: Uint8Array): number {
  return edge.reduce((sum, is) => sum + is, 0) / edge.length;
}

/** @returns the number of samples of each connected piece, the largest first. Cells that share a corner are connected. */
function pieceSizes({ cells, cellColumns, cellRows }: Grid): number[] {
  const isSeen = new Uint8Array(cells.length);
  const stack = new Uint32Array(cells.length);
  const sizes: number[] = [];
  for (let start = 0; start < cells.length; start += 1) {
    if (isSeen[start] || cells[start] === 0) continue;
    isSeen[start] = 1;
    stack[0] = start;
    let [height, size] = [1, 0];
    while (height > 0) {
      const cell = stack[--height] ?? 0;
      size += cells[cell] ?? 0;
      const column = cell % cellColumns;
      const row = Math.floor(cell / cellColumns);
      for (let y = Math.max(0, row - 1); y <= Math.min(cellRows - 1, row + 1); y += 1) {
        for (let x = Math.max(0, column - 1); x <= Math.min(cellColumns - 1, column + 1); x += 1) {
          const neighbour = y * cellColumns + x;
          if (isSeen[neighbour] || cells[neighbour] === 0) continue;
          isSeen[neighbour] = 1;
          stack[height++] = neighbour;
        }
      }
    }
    sizes.push(size);
  }
  return sizes.toSorted((a, b) => b - a);
}
