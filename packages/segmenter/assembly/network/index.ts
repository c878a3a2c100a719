/** The kernels of an IS-Net-class network: see `src/engine` for who calls them, and in which order. */
export { convolve, multiplyLayer, transformLayer } from './convolution';
export { writeMask } from './mask';
export { maxPool } from './max-pool';
export { prepareWeights } from './prepare-weights';
export { convolveToOne } from './side-output';
export { convolveStem } from './stem';
export { awaitBarrier } from '../shared/threads';

/** @returns the first address that is the caller's: below it stand the kernels' constants. */
export function firstFreeAddress(): usize {
  return __heap_base;
}
