/** Functions that separate the two colours that a soft edge's pixel mixes: `I = α F + (1 − α) B`, in linear light. */
import { sumOf } from './lanes';
import { LIGHT_ONE } from './linear-light';

/** Amount by which the share that a colour suggests must exceed the matte's before it has an effect. */
// @ts-ignore: decorator
@inline
const DOUBT: f32 = 0.35;

/** Square of a difference of light that is too small to be significant. */
// @ts-ignore: decorator
@inline
const LEAST_SPAN: f32 = (LIGHT_ONE / 255) * (LIGHT_ONE / 255);

/** Variance of a camera's grain: 1 of 100, squared. */
// @ts-ignore: decorator
@inline
const GRAIN: f32 = 1e-4;

/** Variance of the matte's error: a tenth, squared. */
// @ts-ignore: decorator
@inline
const MATTE_ERROR: f32 = 0.01;

/**
 * Least variance of the subject. It is less than a spread's byte can express, and lets a pixel that is all subject keep
 * its colour even where the subject is uniform.
 */
// @ts-ignore: decorator
@inline
const LEAST_VARIANCE: f32 = 1e-6;

/**
 * Returns how much of a pixel is subject: its share in the matte, or the share that its colour suggests less the doubt,
 * whichever is larger. An edited matte may be half transparent where the image shows only the subject. Such a pixel
 * contains no background colour to remove, so its colour is considered too, by its position between background and
 * subject.
 */
// @ts-ignore: decorator
@inline
export function shareOf(light: v128, subject: v128, background: v128, share: f32): f32 {
  const span = f32x4.sub(subject, background);
  const told = sumOf(f32x4.mul(span, f32x4.sub(light, background))) / (sumOf(f32x4.mul(span, span)) + LEAST_SPAN);
  return max(share, (min<f32>(told, 1) - DOUBT) * (1 / (1 - DOUBT)));
}

/** Returns the part of a pixel's light that the two means do not explain. */
// @ts-ignore: decorator
@inline
export function unexplained(light: v128, subject: v128, background: v128, share: f32): v128 {
  const mixed = f32x4.add(background, f32x4.mul(f32x4.sub(subject, background), f32x4.splat(share)));
  return f32x4.sub(light, mixed);
}

/** Returns a mean colour moved by `gain` times the unexplained light. */
// @ts-ignore: decorator
@inline
export function moved(mean: v128, rest: v128, gain: f32): v128 {
  const to = f32x4.add(mean, f32x4.mul(rest, f32x4.splat(gain)));
  return f32x4.min(f32x4.max(to, f32x4.splat(0)), f32x4.splat(LIGHT_ONE));
}

/**
 * Returns how much of the unexplained light the subject's colour takes: the linear estimate with the least mean square
 * error, given how much each side varies: `α σF² / (α² σF² + (1 − α)² σB² + (1 − α) noise)`. The noise is the grain
 * plus what an inaccurate matte would leave unexplained, which grows with the distance between the two colours.
 * @see Chuang, Curless, Salesin & Szeliski 2001, "A Bayesian Approach to Digital Matting", equation 9: its colours
 *   for a given alpha, with one variance for all directions; the noise is ours
 */
// @ts-ignore: decorator
@inline
export function gainOf(subject: v128, background: v128, share: f32, subjectSpread: f32, backgroundSpread: f32): f32 {
  const span = f32x4.mul(f32x4.sub(subject, background), f32x4.splat(1 / LIGHT_ONE));
  const noise = GRAIN + sumOf(f32x4.mul(span, span)) * (MATTE_ERROR / 3);
  const rest: f32 = 1 - share;
  const ofSubject = share * (subjectSpread * subjectSpread + LEAST_VARIANCE);
  return ofSubject / (share * ofSubject + rest * (rest * backgroundSpread * backgroundSpread + noise));
}
