import { enlargedMap, lightLeft, noLight } from '@isola/imaging';

import type { Shadow } from '../removal-request.ts';
import { type Raster, sharpOf, subjectBoxOf } from './raster.ts';

/** Longer side of the map on which a shadow is computed, in px. Shadows have no finer detail. */
const maxSidePx = 768;

const falling = { angleDeg: -35, softness: 45 };

/** Light of each kind of shadow at an opacity of 1. */
const lightOf = {
  car: { contact: 100, drop: noLight.drop },
  '3D': { contact: 40, drop: { ...falling, strength: 100, distance: 30, plane: 'floor' } },
  drop: { contact: 0, drop: { ...falling, strength: 100, distance: 6, plane: 'wall' } },
} as const;

/** Reads the share of light, 0…1, that a shadow leaves in each pixel of a row. */
export type ReadShadow = (row: number, into: Float32Array) => void;

/** Casts the shadow of the subject on its canvas. @returns undefined when nothing is shaded. */
export async function castShadow(raster: Raster, { kind, opacity }: Shadow): Promise<ReadShadow | undefined> {
  const { widthPx, heightPx } = raster;
  const scale = Math.min(1, maxSidePx / Math.max(widthPx, heightPx));
  const [width, height] = [widthPx, heightPx].map((px) => Math.max(1, Math.round(px * scale))) as [number, number];
  const alpha = await sharpOf(raster).extractChannel(3).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  const box = subjectBoxOf({ data: fromAlpha(alpha), widthPx: width, heightPx: height });
  const { contact, drop } = lightOf[kind];
  const left = lightLeft(
    {
      widthPx: width,
      heightPx: height,
      data: Float32Array.from(alpha, (value) => value / 255),
      bounds: box && { left: box.left, top: box.top, right: box.left + box.width, bottom: box.top + box.height },
    },
    { contact: contact * opacity, drop: { ...drop, strength: drop.strength * opacity } },
  );
  return left && enlargedMap(left, 1, widthPx, heightPx);
}

function fromAlpha(alpha: Uint8Array): Uint8ClampedArray {
  const data = new Uint8ClampedArray(alpha.length * 4);
  for (let at = 0; at < alpha.length; at += 1) data[at * 4 + 3] = alpha[at] ?? 0;
  return data;
}
