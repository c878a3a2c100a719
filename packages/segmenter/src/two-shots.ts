/** Computes exact transparency from two photographs of one thing, in front of a dark and of a light background. */
export { combineShots, type CombinedShots, type CombineOptions, type Shot } from './two-shots/combine-shots.ts';
export { TwoShotsError, type TwoShotsErrorCode, twoShotsErrorCodes } from './two-shots/two-shots-error.ts';
