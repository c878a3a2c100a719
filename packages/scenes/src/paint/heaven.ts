import { type Rgb, rgb, times } from './color.ts';
import type { SceneDescription } from '../scene/scene.ts';
import { layeredNoise, smoothStep } from './noise.ts';

/** Colours of a sky, from the zenith to the horizon, and of its clouds. */
export interface Heaven {
  readonly zenith: Rgb;
  readonly middle: Rgb;
  readonly horizon: Rgb;
  readonly cloudLight: Rgb;
  readonly cloudShade: Rgb;
}

const heavens = {
  morning: ['#7fa3c9', '#c3cfd8', '#f3d9c0', '#fff1e2', '#b7b3be'],
  day: ['#3f78b8', '#7faad6', '#d3e3ee', '#ffffff', '#a9b8c8'],
  evening: ['#4a5788', '#c88a86', '#f7bb78', '#ffd2a0', '#8a6a80'],
  night: ['#0a1226', '#141f3c', '#28365a', '#3c4a6e', '#121a30'],
} as const;

export function heavenOf(time: NonNullable<SceneDescription['time']>, exposure = 1): Heaven {
  const [zenith, middle, horizon, cloudLight, cloudShade] = heavens[time];
  const lit = (hex: string) => times(rgb(hex), exposure);
  return {
    zenith: lit(zenith),
    middle: lit(middle),
    horizon: lit(horizon),
    cloudLight: lit(cloudLight),
    cloudShade: lit(cloudShade),
  };
}

/**
 * Writes the colour of the sky.
 * @param up 0 at the horizon … 1 at the top of the image.
 */
export function skyAt({ zenith, middle, horizon }: Heaven, up: number, into: Float64Array): void {
  const low = smoothStep(0, 0.5, up);
  const high = smoothStep(0.25, 1.15, up);
  for (let channel = 0; channel < 3; channel += 1) {
    const near = (horizon[channel] ?? 0) + ((middle[channel] ?? 0) - (horizon[channel] ?? 0)) * low;
    into[channel] = near + ((zenith[channel] ?? 0) - near) * high;
  }
}

/**
 * Adds flat, distant clouds, which are smaller towards the horizon.
 * @param cover 0 is a clear sky, 1 is entirely covered.
 */
export function addClouds(
  { cloudLight, cloudShade }: Heaven,
  x: number,
  up: number,
  { at, cover, scale = 1 }: { readonly at: number; readonly cover: number; readonly scale?: number },
  into: Float64Array,
): void {
  const distance = 1 / (Math.max(0, up) + 0.22);
  const [u, v] = [x * distance * 1.1 * scale + at, distance * 1.9 * scale + at * 0.3];
  const bend = 0.5 * layeredNoise(u * 0.7, v * 0.7, 2);
  const body = layeredNoise(u + bend, v - bend, 6);
  const above = layeredNoise(u + bend + 0.06, v - bend + 0.16, 4);
  const thick = smoothStep(0.72 - 0.5 * cover, 1.02 - 0.42 * cover, body);
  const covered = thick * smoothStep(-0.02, 0.12, up);
  if (covered === 0) return;
  const light = smoothStep(-0.12, 0.14, body - above + 0.04);
  for (let channel = 0; channel < 3; channel += 1) {
    const cloud =
      (cloudShade[channel] ?? 0) + ((cloudLight[channel] ?? 0) - (cloudShade[channel] ?? 0)) * (0.45 + 0.55 * light);
    into[channel] = (into[channel] ?? 0) + (cloud - (into[channel] ?? 0)) * covered * 0.92;
  }
}
