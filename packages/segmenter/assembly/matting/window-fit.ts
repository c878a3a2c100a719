/**
 * The colour guided filter in one window: the mask is explained as a linear function of the colour, `mask ≈ a · colour
 * + b`, by weighted least squares. Where subject and background differ in colour, `a` carries the image's own edge into
 * the mask.
 *
 * @see He, Sun & Tang 2013, "Guided Image Filtering", equations 19 and 20; the weights and the trust are ours
 */
import { MASK_ONE, QUAD } from './layout';

/** Bytes of a fit: a for red, green, blue (squares of 0…255) and b; then trust, spread, and the weight of them all. */
// @ts-ignore: decorator
@inline
export const FIT: usize = 2 * QUAD;

/** Weight of a window that explains nothing. Where all windows are like that, their plain mean is used. */
// @ts-ignore: decorator
@inline
const LEAST_WEIGHT: f32 = 1e-3;

/** Variance of the mask, of 1 squared, below which there is nothing to explain. */
// @ts-ignore: decorator
@inline
const NO_VARIANCE: f64 = 1e-3;

// @ts-ignore: decorator
@inline
const COLOUR_ONE: f64 = 255 * 255;

/**
 * Writes `a`, `b`, the trust and the spread, each multiplied by the fit's weight, and the weight, so that fits can be
 * averaged.
 *
 * The trust is R⁴: the share of the mask's variance that the colours explain, squared. The spread is the standard
 * deviation of the mask from the fit. A fit's weight among its neighbours is its trust.
 * @param sums sums of the window; see `weighted-sums`.
 * @param epsilon variance of a window's colours, of 1 squared, below which the mask's mean is trusted more.
 * @param to `FIT` bytes.
 */
export function fitWindow(sums: usize, epsilon: f64, to: usize): void {
  const one = 1 / load<f64>(sums);
  const mask = load<f64>(sums, 8) * one * (1.0 / <f64>MASK_ONE);
  const isFlat = load<f64>(sums, 8) == 0 || load<f64>(sums, 8) == load<f64>(sums) * <f64>MASK_ONE;
  if (isFlat) {
    storeFit(to, 0, 0, 0, <f32>mask, 0, 0);
    return;
  }
  const unit = one / COLOUR_ONE;
  const red = load<f64>(sums, 16) * unit;
  const green = load<f64>(sums, 24) * unit;
  const blue = load<f64>(sums, 32) * unit;
  const square = unit / COLOUR_ONE;
  const redRed = load<f64>(sums, 48) * square - red * red;
  const greenGreen = load<f64>(sums, 56) * square - green * green;
  const blueBlue = load<f64>(sums, 64) * square - blue * blue;
  const redGreen = load<f64>(sums, 72) * square - red * green;
  const redBlue = load<f64>(sums, 80) * square - red * blue;
  const greenBlue = load<f64>(sums, 88) * square - green * blue;
  const product = unit / <f64>MASK_ONE;
  const redMask = load<f64>(sums, 96) * product - red * mask;
  const greenMask = load<f64>(sums, 104) * product - green * mask;
  const blueMask = load<f64>(sums, 112) * product - blue * mask;
  const variance = Math.max(load<f64>(sums, 40) * one * (1.0 / (<f64>MASK_ONE * <f64>MASK_ONE)) - mask * mask, 0);

  // a = (Σ + εU)⁻¹ cov(colour, mask) by Cramer's rule; Σ is symmetric.
  const redDamped = redRed + epsilon;
  const greenDamped = greenGreen + epsilon;
  const blueDamped = blueBlue + epsilon;
  const minorRed = greenDamped * blueDamped - greenBlue * greenBlue;
  const minorGreen = redBlue * greenBlue - redGreen * blueDamped;
  const minorBlue = redGreen * greenBlue - redBlue * greenDamped;
  const crossed = redGreen * redBlue - redDamped * greenBlue;
  const inverse = 1 / (redDamped * minorRed + redGreen * minorGreen + redBlue * minorBlue);
  const aRed = (minorRed * redMask + minorGreen * greenMask + minorBlue * blueMask) * inverse;
  const aGreen =
    (minorGreen * redMask + (redDamped * blueDamped - redBlue * redBlue) * greenMask + crossed * blueMask) * inverse;
  const aBlue =
    (minorBlue * redMask + crossed * greenMask + (redDamped * greenDamped - redGreen * redGreen) * blueMask) * inverse;
  const b = mask - aRed * red - aGreen * green - aBlue * blue;

  const spreadOfFit =
    redRed * aRed * aRed +
    greenGreen * aGreen * aGreen +
    blueBlue * aBlue * aBlue +
    2 * (redGreen * aRed * aGreen + redBlue * aRed * aBlue + greenBlue * aGreen * aBlue);
  const explained = 2 * (aRed * redMask + aGreen * greenMask + aBlue * blueMask) - spreadOfFit;
  const share = Math.min(Math.max(explained / (variance + NO_VARIANCE), 0), 1);
  const scale = 1.0 / COLOUR_ONE;
  storeFit(
    to,
    <f32>(aRed * scale),
    <f32>(aGreen * scale),
    <f32>(aBlue * scale),
    <f32>b,
    <f32>(share * share),
    <f32>Math.sqrt((1 - share) * variance),
  );
}

// @ts-ignore: decorator
@inline
function storeFit(to: usize, red: f32, green: f32, blue: f32, b: f32, trust: f32, spread: f32): void {
  const weight = trust + LEAST_WEIGHT;
  v128.store(to, f32x4.mul(f32x4(red, green, blue, b), f32x4.splat(weight)));
  v128.store(to, f32x4(trust * weight, spread * weight, weight, 0), QUAD);
}
