/**
 * The kernels of `src/pipeline/scale-pixels.ts`: a picture is scaled row by row, on one thread. A row of boxes or of a line has four float32 a
 * pixel: red, green, blue and alpha. Their addresses are multiples of 16 bytes.
 */
export { boxRow } from './box-row';
export { scaleRow } from './scale-row';
export { writeRow } from './write-row';
