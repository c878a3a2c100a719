/** Sums of a plane over square windows, each in constant time. @see Crow 1984, "Summed-area tables for texture mapping" */
export interface WindowSums {
  /**
   * @param cell the window's middle.
   * @returns the sum over the window of side `2 × radius + 1`; beyond the plane there is nothing.
   */
  around(cell: number, radius: number): number;
}

interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** @param plane row by row. */
export function createWindowSums({ columns, rows }: Grid, plane: Float32Array): WindowSums {
  const stride = columns + 1;
  const table = new Float64Array(stride * (rows + 1));
  for (let row = 0; row < rows; row += 1) {
    let sum = 0;
    for (let column = 0; column < columns; column += 1) {
      sum += plane[row * columns + column] ?? 0;
      const at = (row + 1) * stride + column + 1;
      table[at] = (table[at - stride] ?? 0) + sum;
    }
  }
  return {
    around(cell, radius) {
      const row = Math.floor(cell / columns);
      const column = cell - row * columns;
      const top = Math.max(0, row - radius) * stride;
      const bottom = Math.min(rows, row + radius + 1) * stride;
      const left = Math.max(0, column - radius);
      const right = Math.min(columns, column + radius + 1);
      const lower = (table[bottom + right] ?? 0) - (table[bottom + left] ?? 0);
      return lower - (table[top + right] ?? 0) + (table[top + left] ?? 0);
    },
  };
}
