import type { AlphaPlane } from './pixels.ts';

const sigmaPx = 1.4;
/** Radius beyond which a Gaussian of that width is below a hundredth. */
const radiusPx = Math.ceil(sigmaPx * Math.sqrt(-2 * Math.log(Math.sqrt(2 * Math.PI) * sigmaPx * 0.01)));

/**
 * Returns the sum over all pixels of (|∇α| − |∇α*|)², in thousands. ∇ is convolution with the first derivatives of a
 * Gaussian of σ = 1.4 px, as a filter of Euclidean norm 1. Beyond the border the values at the border are repeated.
 * @see Rhemann et al. 2009, "A Perceptually Motivated Online Benchmark for Image Matting"; σ and norm as in the
 *   evaluation code of Xu et al. 2017, "Deep Image Matting", which became the convention
 */
export function gradientError(result: AlphaPlane, truth: AlphaPlane): number {
  const ours = gradientOf(result);
  const theirs = gradientOf(truth);
  let sum = 0;
  for (let pixel = 0; pixel < ours.length; pixel += 1) sum += ((ours[pixel] ?? 0) - (theirs[pixel] ?? 0)) ** 2;
  return sum / 1000;
}

/** Returns |∇α| of each pixel. */
function gradientOf(plane: AlphaPlane): Float32Array {
  const { gaussian, derivative } = kernels();
  const alongX = convolve(convolve(plane, derivative, 'x'), gaussian, 'y').data;
  const alongY = convolve(convolve(plane, gaussian, 'x'), derivative, 'y').data;
  return alongX.map((x, pixel) => Math.hypot(x, alongY[pixel] ?? 0));
}

/** Returns two filters over −radius…radius whose outer product has norm 1. */
function kernels() {
  const offsets = Array.from({ length: 2 * radiusPx + 1 }, (_, index) => index - radiusPx);
  const gaussian = offsets.map((x) => Math.exp((-x * x) / (2 * sigmaPx ** 2)));
  const derivative = offsets.map((x, index) => x * (gaussian[index] ?? 0));
  return { gaussian: ofNorm1(gaussian), derivative: ofNorm1(derivative) };
}

function ofNorm1(filter: readonly number[]): Float64Array {
  const norm = Math.hypot(...filter);
  return Float64Array.from(filter, (value) => value / norm);
}

function convolve({ data, widthPx, heightPx }: AlphaPlane, filter: Float64Array, along: 'x' | 'y'): AlphaPlane {
  const filtered = new Float32Array(data.length);
  const [step, length] = along === 'x' ? [1, widthPx] : [widthPx, heightPx];
  for (let pixel = 0; pixel < data.length; pixel += 1) {
    const place = along === 'x' ? pixel % widthPx : Math.floor(pixel / widthPx);
    let sum = 0;
    for (let tap = 0; tap < filter.length; tap += 1) {
      const there = Math.min(length - 1, Math.max(0, place + tap - radiusPx));
      sum += (filter[tap] ?? 0) * (data[pixel + (there - place) * step] ?? 0);
    }
    filtered[pixel] = sum;
  }
  return { data: filtered, widthPx, heightPx };
}
