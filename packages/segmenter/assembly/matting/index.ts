/** The kernels of `src/matting`: a small picture's mask becomes a full-size matte and the subject's own colours. */
export { blurColours, blurScratchBytes, fuseColours } from './blur-fusion';
export { cutOutRows, writeSmallMatte } from './cut-out-rows';
export { guidedMatte, guidedScratchBytes } from './guided-matte';

/** @returns the first address that is the caller's: below it stand the kernels' constants. */
export function firstFreeAddress(): usize {
  return __heap_base;
}
