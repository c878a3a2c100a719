/**
 * The kernels of `src/matting`: a small picture's mask becomes a full-size matte, any matte a cut-out with the subject's own
 * colours, and the unknown part of a matte is found anew.
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

/** @returns the first address that is the caller's: below it stand the kernels' constants. */
export function firstFreeAddress(): usize {
  return __heap_base;
}
