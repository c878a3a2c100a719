/**
 * The kernels of `src/matting`. They turn a small image's mask into a full-size matte, turn any matte into a cut-out
 * with the subject's own colours, and recompute the unknown part of a matte.
 */
export { bodiesScratchBytes, solidifyBodies } from './bodies';
export { blurColours, fuseColours } from './blur-fusion';
export { fuseRows } from './fuse-rows';
export { guidedMatte, guidedScratchBytes } from './guided-matte';
export { matteRows, writeSmallMatte } from './matte-rows';
export { measureDistances, pointsScratchBytes, writePoints, writeSamples } from './points';
export { samplePairs } from './sample-pairs';
export { judgePairs, measureStructure, structureScratchBytes, writeLikelyAlphas } from './soft-parts';
export { colourScratchBytes, measureSpreads } from './spreads';
export { awaitBarrier } from '../shared/threads';

/** Returns the first address that callers may use. The kernels' constants lie below it. */
export function firstFreeAddress(): usize {
  return __heap_base;
}
