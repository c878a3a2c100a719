/** The kernels of networks of the IS-Net class. The callers, and the order of the calls, are in `src/engine`. */
export { convolve, multiplyLayer, transformLayer } from './convolution';
export { writeMask } from './mask';
export { maxPool } from './max-pool';
export { prepareWeights } from './prepare-weights';
export { convolveToOne } from './side-output';
export { convolveStem } from './stem';
export { awaitBarrier } from '../shared/threads';

/** Returns the first address that callers may use. The kernels' constants lie below it. */
export function firstFreeAddress(): usize {
  return __heap_base;
}
