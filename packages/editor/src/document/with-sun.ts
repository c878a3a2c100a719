import type { DocumentState } from '../schema/document-state.ts';
import { clamp } from './crop-geometry.ts';

/** Strength of a shadow that moving the sun adds to a subject without one. */
const firstStrength = 45;

/**
 * Moves the lamp that casts the shadow.
 * @param angleDeg Direction that the light comes from, clockwise; 0 is above or behind the subject.
 * @param distance Distance that the shadow falls, 0…100.
 */
export function withSun(state: DocumentState, angleDeg: number, distance: number): DocumentState {
  const { drop } = state.light;
  const angle = ((((Math.round(angleDeg) + 180) % 360) + 360) % 360) - 180;
  const moved = { ...drop, angleDeg: angle, distance: Math.round(clamp(distance, 0, 100)) };
  const shown = drop.strength > 0 ? moved : { ...moved, strength: firstStrength, plane: 'floor' as const };
  return { ...state, light: { ...state.light, drop: shown } };
}
