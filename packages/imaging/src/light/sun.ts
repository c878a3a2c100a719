import type { Lamp } from '@isola/scenes';

import type { LightParams } from './light-params.ts';

type Drop = LightParams['drop'];

/** Length of a floor shadow at a distance of 100, in heights of the subject. */
export const longestShadow = 2.5;
/** Size of a lamp whose shadow has a softness of 100, in degrees. */
const softestDeg = 60;

/** Returns the shadow that a lamp casts on a floor: its direction, length and softness. */
export function shadowOf({
  azimuthDeg,
  elevationDeg,
  sizeDeg,
}: Lamp): Pick<Drop, 'angleDeg' | 'distance' | 'softness'> {
  const angleDeg = 180 - azimuthDeg;
  const heights = 1 / Math.tan((Math.max(1, elevationDeg) / 180) * Math.PI);
  return {
    angleDeg: Math.round(angleDeg <= -180 ? angleDeg + 360 : angleDeg),
    distance: Math.round(Math.min(100, Math.max(0, (100 * heights) / longestShadow))),
    softness: Math.round(100 * Math.sqrt(Math.min(1, sizeDeg / softestDeg))),
  };
}

/** Returns the elevation of the lamp that casts a floor shadow, in degrees above the horizon. */
export function elevationOf({ distance }: Pick<Drop, 'distance'>): number {
  return (Math.atan2(100, distance * longestShadow) / Math.PI) * 180;
}
