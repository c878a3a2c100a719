/**
 * Sums of planes over square windows, each in constant time. The sums of all planes are interleaved in one table,
 * float64 `[rows + 1][columns + 1][planes]`, because a window is read for all planes at once.
 *
 * @see Crow 1984, "Summed-area tables for texture mapping"
 */

const DOUBLE: usize = 8;

export function tableBytes(rows: i32, columns: i32, planes: i32): usize {
  return <usize>((rows + 1) * (columns + 1) * planes) * DOUBLE;
}

/**
 * Initialises a table.
 * @param table `tableBytes` of memory.
 */
export function clearTable(table: usize, rows: i32, columns: i32, planes: i32): void {
  memory.fill(table, 0, tableBytes(rows, columns, planes));
}

/**
 * Adds a plane to the table.
 * @param nth index of the plane in the table.
 * @param plane float32, row by row. Each value is multiplied by the value of `weights` at the same position.
 */
export function sumPlane(table: usize, rows: i32, columns: i32, planes: i32, nth: i32, plane: usize, weights: usize): void {
  const step = <usize>planes * DOUBLE;
  const rowBytes = <usize>(columns + 1) * step;
  for (let row = 0; row < rows; row++) {
    let sum: f64 = 0;
    let to = table + <usize>(row + 1) * rowBytes + step + <usize>nth * DOUBLE;
    for (let column = 0; column < columns; column++, plane += 4, weights += 4, to += step) {
      sum += <f64>load<f32>(plane) * <f64>load<f32>(weights);
      store<f64>(to, load<f64>(to - rowBytes) + sum);
    }
  }
}

let upperLeft: usize = 0;
let upperRight: usize = 0;
let lowerLeft: usize = 0;
let lowerRight: usize = 0;

/**
 * Moves the window to a cell. `windowSum` then sums a square of side `2 × radius + 1` around it. Values beyond the
 * planes count as zero.
 */
export function moveWindow(table: usize, rows: i32, columns: i32, planes: i32, row: i32, column: i32, radius: i32): void {
  const step = <usize>planes * DOUBLE;
  const rowBytes = <usize>(columns + 1) * step;
  const upper = table + <usize>max(0, row - radius) * rowBytes;
  const lower = table + <usize>min(rows, row + radius + 1) * rowBytes;
  const left = <usize>max(0, column - radius) * step;
  const right = <usize>min(columns, column + radius + 1) * step;
  upperLeft = upper + left;
  upperRight = upper + right;
  lowerLeft = lower + left;
  lowerRight = lower + right;
}

/** Returns the sum of a plane over the window. */
export function windowSum(nth: usize): f64 {
  const at = nth * DOUBLE;
  return load<f64>(lowerRight + at) - load<f64>(lowerLeft + at) - load<f64>(upperRight + at) + load<f64>(upperLeft + at);
}
