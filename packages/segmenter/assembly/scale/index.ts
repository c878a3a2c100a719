/**
 * The kernels of `src/pipeline/scale-pixels.ts`, which scale an image row by row, on one thread. A row of boxes and a
 * line have four float32 per pixel: red, green, blue and alpha. Their addresses are multiples of 16 bytes.
 */
export { boxRow } from './box-row';
export { scaleRow } from './scale-row';
export { writeRow } from './write-row';
