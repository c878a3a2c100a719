import { hexFromLinear, linearFromHex, mix } from './linear-light.ts';

/** A straight gradient between two colours, blended in linear light. */
export interface LinearGradient {
  /** Colour at the beginning, `#rrggbb`. */
  readonly from: string;
  /** Colour at the end, `#rrggbb`. */
  readonly to: string;
  /** Direction in degrees clockwise: 0 points up and 180 down. As in CSS, the corners have the pure colours. */
  readonly angleDeg: number;
}

/** Number of CSS stops minus one. In eight bits, this many show no difference from the true curve. */
const cssStops = 16;

/** Returns the gradient as a CSS image with many stops, because not every browser can blend in linear light. */
export function gradientCss(gradient: LinearGradient): string {
  return `linear-gradient(${gradient.angleDeg}deg, ${gradientStops(gradient).join(', ')})`;
}

/** Returns evenly spaced colours, `#rrggbb`, from the beginning of the gradient to its end. */
export function gradientStops({ from, to }: LinearGradient): readonly string[] {
  const [start, end] = [linearFromHex(from), linearFromHex(to)];
  return Array.from({ length: cssStops + 1 }, (_, stop) => hexFromLinear(mix(start, end, stop / cssStops)));
}

/**
 * Returns the coefficients of a pixel centre's position along the gradient: `atOrigin + x · perX + y · perY`, 0…1.
 * @see https://www.w3.org/TR/css-images-3/#linear-gradients
 */
export function gradientLine(angleDeg: number, widthPx: number, heightPx: number) {
  const [sine, cosine] = [Math.sin((angleDeg * Math.PI) / 180), Math.cos((angleDeg * Math.PI) / 180)];
  const lengthPx = Math.abs(widthPx * sine) + Math.abs(heightPx * cosine);
  const [perX, perY] = [sine / lengthPx, -cosine / lengthPx];
  return { atOrigin: 0.5 + perX * (0.5 - widthPx / 2) + perY * (0.5 - heightPx / 2), perX, perY };
}
