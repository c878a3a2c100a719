import type { RenderedSet } from '@isola/sets';

import type { Light } from '../schema/document-state.ts';

/** Returns light that makes a subject match a set. A subject without a floor has no shadow on it. */
export function lightOfSet({ ground, lights: [main] }: RenderedSet): Partial<Light> {
  const { azimuthDeg = 0, elevationDeg = 60, sizeDeg = 90 } = main ?? {};
  const side = Math.sin((azimuthDeg * Math.PI) / 180);
  const height = Math.min(1, Math.max(0, elevationDeg / 90));
  const softness = Math.sqrt(Math.min(1, sizeDeg / 90));
  const isBehind = Math.cos((azimuthDeg * Math.PI) / 180) < -0.7;
  return {
    contact: ground ? 55 : 0,
    drop: {
      strength: ground ? Math.round(30 + 20 * (1 - softness)) : 0,
      angleDeg: isBehind ? 0 : Math.round(side * (85 - 45 * height)),
      distance: Math.round(55 - 40 * height),
      softness: Math.round(100 * softness),
      plane: 'floor',
    },
    match: 45,
    wrap: isBehind ? 40 : 25,
    grain: 60,
  };
}
