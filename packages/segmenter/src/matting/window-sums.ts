/**
 * Sums of planes over square windows, each in constant time.
 * @see Crow 1984, "Summed-area tables for texture mapping"
 */
export interface WindowSums {
  /**
   * Sums the planes over a window.
   * @param cell the window's middle.
   * @param to receives the sum of each plane over the window of side `2 × radius + 1`. Values beyond the planes count
   *   as zero.
   */
  around(cell: number, radius: number, to: Float64Array): void;
  /**
   * Sums the planes over the windows around all cells of a row, in less time.
   * @param to receives one number per plane for each column.
   */
  aroundRow(row: number, radius: number, to: Float64Array): void;
}

interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Creates the sums of planes.
 * @param planes one or more, row by row.
 */
export function createWindowSums({ columns, rows }: Grid, planes: readonly Float32Array[]): WindowSums {
  // The planes' sums are interleaved, because a window is read for all planes at once.
  const depth = planes.length;
  const stride = (columns + 1) * depth;
  const table = new Float64Array(stride * (rows + 1));
  for (const [nth, plane] of planes.entries()) {
    for (let row = 0, at = 0; row < rows; row += 1) {
      let sum = 0;
      let place = (row + 1) * stride + depth + nth;
      for (let column = 0; column < columns; column += 1, at += 1, place += depth) {
        sum += plane[at] ?? 0;
        table[place] = (table[place - stride] ?? 0) + sum;
      }
    }
  }
  /** Writes the sums of the window with these edges, which are indices of the table. */
  const write = (upper: number, lower: number, left: number, right: number, to: Float64Array, at: number) => {
    for (let nth = 0; nth < depth; nth += 1) {
      const below = (table[lower + right + nth] ?? 0) - (table[lower + left + nth] ?? 0);
      to[at + nth] = below - (table[upper + right + nth] ?? 0) + (table[upper + left + nth] ?? 0);
    }
  };
  return {
    around(cell, radius, to) {
      const row = Math.floor(cell / columns);
      const column = cell - row * columns;
      const upper = Math.max(0, row - radius) * stride;
      const lower = Math.min(rows, row + radius + 1) * stride;
      write(upper, lower, Math.max(0, column - radius) * depth, Math.min(columns, column + radius + 1) * depth, to, 0);
    },
    aroundRow(row, radius, to) {
      const upper = Math.max(0, row - radius) * stride;
      const lower = Math.min(rows, row + radius + 1) * stride;
      for (let column = 0; column < columns; column += 1) {
        const left = Math.max(0, column - radius) * depth;
        write(upper, lower, left, Math.min(columns, column + radius + 1) * depth, to, column * depth);
      }
    },
  };
}
