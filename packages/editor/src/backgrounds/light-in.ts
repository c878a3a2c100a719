import { shadowOf } from '@isola/imaging';
import type { Surroundings } from '@isola/scenes';

import type { Light } from '../schema/document-state.ts';

/** Strength of a contact shadow that shows where a subject stands. */
export const standingContact = 55;

/** Returns the light of a subject in its surroundings: shadows along the strongest lamp, and some of the colours. */
export function lightIn({ ground, lamps: [lamp] }: Surroundings): Partial<Light> {
  const isBehind = Math.abs(lamp.azimuthDeg - 180) < 30;
  return {
    contact: ground ? standingContact : 0,
    drop: { strength: ground ? Math.round(25 + 35 * lamp.strength) : 0, ...shadowOf(lamp), plane: 'floor' },
    match: 30,
    wrap: isBehind ? 38 : 22,
    grain: 50,
  };
}
