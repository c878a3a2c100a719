/** A soft edge's pixel is a mixture of two colours: `I = α F + (1 − α) B`, in linear light. Here it is taken apart. */
import { sumOf } from './lanes';
import { LIGHT_ONE } from './linear-light';

/** How much more of the subject a colour must tell than the matte does, before it is believed. */
// @ts-ignore: decorator
@inline
const DOUBT: f32 = 0.35;

/** A difference of light that tells nothing, squared. */
// @ts-ignore: decorator
@inline
const LEAST_SPAN: f32 = (LIGHT_ONE / 255) * (LIGHT_ONE / 255);

/** A camera's grain: 1 of 100, squared. */
// @ts-ignore: decorator
@inline
const GRAIN: f32 = 1e-4;

/** How far a matte may be off: by a tenth, squared. */
// @ts-ignore: decorator
@inline
const MATTE_ERROR: f32 = 0.01;

/** Less than a spread's byte can say, squared: a pixel that is all subject keeps its colour even where that is plain. */
// @ts-ignore: decorator
@inline
const LEAST_VARIANCE: f32 = 1e-6;

/**
 * An edited matte may be half transparent where the photo shows nothing but the subject: such a pixel contains no
 * background colour to remove. So its colour counts too, by its place between background and subject.
 * @returns how much of a pixel is subject: its share in the matte, or what its colour tells, the doubt taken off.
 */
// @ts-ignore: decorator
@inline
export function shareOf(light: v128, subject: v128, background: v128, share: f32): f32 {
  const span = f32x4.sub(subject, background);
  const told = sumOf(f32x4.mul(span, f32x4.sub(light, background))) / (sumOf(f32x4.mul(span, span)) + LEAST_SPAN);
  return max(share, (min<f32>(told, 1) - DOUBT) * (1 / (1 - DOUBT)));
}

/** @returns what of a pixel's light the two means do not explain. */
// @ts-ignore: decorator
@inline
export function unexplained(light: v128, subject: v128, background: v128, share: f32): v128 {
  const mixed = f32x4.add(background, f32x4.mul(f32x4.sub(subject, background), f32x4.splat(share)));
  return f32x4.sub(light, mixed);
}

/** @returns a mean that takes so much of the unexplained. */
// @ts-ignore: decorator
@inline
export function moved(mean: v128, rest: v128, gain: f32): v128 {
  const to = f32x4.add(mean, f32x4.mul(rest, f32x4.splat(gain)));
  return f32x4.min(f32x4.max(to, f32x4.splat(0)), f32x4.splat(LIGHT_ONE));
}

/**
 * How much of the unexplained the subject's colour takes: the linear estimate of the least mean square error, given how much
 * either side varies: `α σF² / (α² σF² + (1 − α)² σB² + (1 − α) noise)`. The noise is the grain, and what a matte that is
 * off would leave unexplained: the more, the further apart the two colours are.
 * @see Chuang, Curless, Salesin & Szeliski 2001, "A Bayesian Approach to Digital Matting", equation 9: its colours for a
 *   given alpha, with one variance for all directions; the noise is ours
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
