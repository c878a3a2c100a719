import { hexFromLinear, linearFromHex, mix } from './linear-light.ts';

/** From one colour to the other in a straight line, evenly in linear light. */
export interface LinearGradient {
  /** `#rrggbb`, at the beginning. */
  readonly from: string;
  /** `#rrggbb`, at the end. */
  readonly to: string;
  /** Clockwise, 0 points up and 180 down, as in CSS: the corners get the pure colours. */
  readonly angleDeg: number;
}

/** Enough that eight bits show no difference between these and the true curve. */
const cssStops = 16;

/** The gradient as a CSS image, in stops: not every browser blends in linear light by itself. */
export function gradientCss(gradient: LinearGradient): string {
  return `linear-gradient(${gradient.angleDeg}deg, ${gradientStops(gradient).join(', ')})`;
}

/** @returns colours at even distances, the first at its beginning and the last at its end: `#rrggbb`. */
export function gradientStops({ from, to }: LinearGradient): readonly string[] {
  const [start, end] = [linearFromHex(from), linearFromHex(to)];
  return Array.from({ length: cssStops + 1 }, (_, stop) => hexFromLinear(mix(start, end, stop / cssStops)));
}

/**
 * @returns how far along the gradient the middle of a pixel lies: `atOrigin + x · perX + y · perY`, 0…1.
 * @see https://www.w3.org/TR/css-images-3/#linear-gradients
 */
export function gradientLine(angleDeg: number, widthPx: number, heightPx: number) {
  const [sine, cosine] = [Math.sin((angleDeg * Math.PI) / 180), Math.cos((angleDeg * Math.PI) / 180)];
  const lengthPx = Math.abs(widthPx * sine) + Math.abs(heightPx * cosine);
  const [perX, perY] = [sine / lengthPx, -cosine / lengthPx];
  return { atOrigin: 0.5 + perX * (0.5 - widthPx / 2) + perY * (0.5 - heightPx / 2), perX, perY };
}
