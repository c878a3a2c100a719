import type { Size } from '../api/size.ts';

/** An image for the search. */
export interface FaceImage extends Size {
  /** RGBA, 8-bit sRGB, row by row; alpha is ignored. */
  readonly pixels: Uint8ClampedArray;
}

/** A square of an image, which may be turned and reach beyond the image. */
export interface Square {
  readonly centreX: number;
  readonly centreY: number;
  readonly sidePx: number;
  /** Angle by which the square is turned clockwise, in radians. */
  readonly angle: number;
}

/** An image and its halvings, each half as large as the one before. */
export type Pyramid = readonly [FaceImage, ...FaceImage[]];

/** Longer side of the smallest halving. */
const smallestPx = 128;

/** Halves an image until its longer side is small. */
export function pyramidOf(image: FaceImage): Pyramid {
  const halvings: FaceImage[] = [];
  let last = image;
  while (Math.max(last.widthPx, last.heightPx) >= 2 * smallestPx && Math.min(last.widthPx, last.heightPx) >= 2) {
    last = halved(last);
    halvings.push(last);
  }
  return [image, ...halvings];
}

/** Halves both sides. Each pixel is the mean of 2 × 2 pixels; an odd last row or column is left out. */
function halved({ pixels, widthPx: fromWidthPx, heightPx: fromHeightPx }: FaceImage): FaceImage {
  const [widthPx, heightPx] = [fromWidthPx >> 1, fromHeightPx >> 1];
  const half = new Uint8ClampedArray(widthPx * heightPx * 4);
  const row = fromWidthPx * 4;
  for (let y = 0, to = 0; y < heightPx; y += 1) {
    for (let x = 0, from = 2 * y * row; x < widthPx; x += 1, from += 8, to += 4) {
      for (let channel = 0; channel < 3; channel += 1) {
        const at = from + channel;
        const upper = (pixels[at] ?? 0) + (pixels[at + 4] ?? 0);
        half[to + channel] = (upper + (pixels[at + row] ?? 0) + (pixels[at + row + 4] ?? 0)) / 4;
      }
    }
  }
  return { pixels: half, widthPx, heightPx };
}

/** Number of samples per pixel and direction. A halving is chosen in which this is dense enough. */
const samples = 2;

/**
 * Scales a square of an image to `sidePx × sidePx` pixels. Each pixel is the mean of samples that are spread over its
 * area; each sample is interpolated between four pixels.
 * @param square in px of the first image.
 * @param beyond colour outside of the image: that of its nearest pixel, or black.
 * @returns RGBA, 8-bit; alpha is not set.
 */
export function cropSquare(
  pyramid: Pyramid,
  square: Square,
  sidePx: number,
  beyond: 'nearest' | 'black',
): Uint8ClampedArray {
  const level = Math.min(pyramid.length - 1, Math.max(0, Math.floor(Math.log2(square.sidePx / sidePx))));
  const image = pyramid[level] ?? pyramid[0];
  const [scaleX, scaleY] = [image.widthPx / pyramid[0].widthPx, image.heightPx / pyramid[0].heightPx];
  const step = square.sidePx / sidePx;
  const [alongX, alongY] = [Math.cos(square.angle) * step, Math.sin(square.angle) * step];
  const crop = new Uint8ClampedArray(sidePx * sidePx * 4);
  const sums = new Float32Array(3);
  for (let y = 0, to = 0; y < sidePx; y += 1) {
    for (let x = 0; x < sidePx; x += 1, to += 4) {
      sums.fill(0);
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const right = x + ((sample % samples) + 0.5) / samples - sidePx / 2;
        const down = y + (Math.floor(sample / samples) + 0.5) / samples - sidePx / 2;
        const fromX = (square.centreX + right * alongX - down * alongY) * scaleX - 0.5;
        const fromY = (square.centreY + right * alongY + down * alongX) * scaleY - 0.5;
        addSample(image, fromX, fromY, beyond, sums);
      }
      for (let channel = 0; channel < 3; channel += 1) crop[to + channel] = (sums[channel] ?? 0) / samples ** 2;
    }
  }
  return crop;
}

function addSample(
  { pixels, widthPx, heightPx }: FaceImage,
  x: number,
  y: number,
  beyond: 'nearest' | 'black',
  sums: Float32Array,
): void {
  if (beyond === 'black' && (x < -0.5 || y < -0.5 || x >= widthPx - 0.5 || y >= heightPx - 0.5)) return;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const [right, down] = [x - left, y - top];
  const [leftAt, rightAt] = [within(left, widthPx), within(left + 1, widthPx)];
  const [topAt, bottomAt] = [within(top, heightPx) * widthPx, within(top + 1, heightPx) * widthPx];
  for (let channel = 0; channel < 3; channel += 1) {
    const upperLeft = pixels[(topAt + leftAt) * 4 + channel] ?? 0;
    const upperRight = pixels[(topAt + rightAt) * 4 + channel] ?? 0;
    const lowerLeft = pixels[(bottomAt + leftAt) * 4 + channel] ?? 0;
    const lowerRight = pixels[(bottomAt + rightAt) * 4 + channel] ?? 0;
    const upper = upperLeft + (upperRight - upperLeft) * right;
    const lower = lowerLeft + (lowerRight - lowerLeft) * right;
    sums[channel] = (sums[channel] ?? 0) + upper + (lower - upper) * down;
  }
}

function within(place: number, length: number): number {
  return Math.min(length - 1, Math.max(0, place));
}
