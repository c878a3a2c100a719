import sharp from 'sharp';

import type { Size } from '../../../scripts/quality/pixels.ts';
import type { Random } from '../../../scripts/quality/random.ts';

export interface CameraShot {
  readonly size: Size;
  /** Alpha of the thing, one byte per pixel. */
  readonly alpha: Uint8ClampedArray;
  /** Colours of the thing, RGB. Without them it is white. */
  readonly colours?: Uint8Array;
  /** Background of the photograph. `alpha` photographs a white thing in the dark without light, noise and compression. */
  readonly ground: 'dark' | 'light' | 'alpha';
  /** Displacement, in px. */
  readonly shift?: { readonly xPx: number; readonly yPx: number };
  readonly random: Random;
}

/** Linear light of the backgrounds in their middle. Cloth is neither black nor white. */
const grounds = { dark: [0.012, 0.012, 0.015], light: [0.72, 0.7, 0.66], alpha: [0, 0, 0] } as const;
/** Share by which a background is darker in its corners than in its middle. */
const falloff = 0.3;
/** Standard deviation of the noise, in levels of 255. */
const noiseLevels = 2;

const toLight = (value: number) => (value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const toValue = (light: number) => 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

/** Photographs a thing in front of a background. @returns a JPEG, or a PNG for `alpha`. */
export function cameraShot({ size, alpha, colours, ground, shift, random }: CameraShot): Promise<Buffer> {
  const { widthPx, heightPx } = size;
  const isExact = ground === 'alpha';
  const data = Buffer.alloc(widthPx * heightPx * 3);
  const [left = 0, top = 0] = [shift?.xPx, shift?.yPx];
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 3) {
      const corners = ((2 * x) / widthPx - 1) ** 2 + ((2 * y) / heightPx - 1) ** 2;
      const share = sample((pixel) => (alpha[pixel] ?? 0) / 255, x - left, y - top, size);
      for (let channel = 0; channel < 3; channel += 1) {
        const behind = (grounds[ground][channel] ?? 0) * (1 - (falloff * corners) / 2);
        const own = sample(
          (pixel) => toLight(colours?.[pixel * 3 + channel] ?? 255) * ((alpha[pixel] ?? 0) / 255),
          x - left,
          y - top,
          size,
        );
        if (isExact) data[at + channel] = Math.round(255 * share);
        else
          data[at + channel] = Math.min(
            255,
            Math.max(0, Math.round(toValue(own + (1 - share) * behind) + noise(random))),
          );
      }
    }
  }
  const image = sharp(data, { raw: { width: widthPx, height: heightPx, channels: 3 } });
  return (isExact ? image.png() : image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })).toBuffer();
}

/** Returns a value between pixels. Beyond the border, the nearest one is repeated. */
function sample(valueAt: (pixel: number) => number, x: number, y: number, { widthPx, heightPx }: Size): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number) =>
    valueAt(Math.min(Math.max(row, 0), heightPx - 1) * widthPx + Math.min(Math.max(column, 0), widthPx - 1));
  const [across, down] = [x - left, y - top];
  const above = across === 0 ? at(left, top) : at(left, top) * (1 - across) + at(left + 1, top) * across;
  if (down === 0) return above;
  return above * (1 - down) + (at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across) * down;
}

function noise(random: Random): number {
  return noiseLevels * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
