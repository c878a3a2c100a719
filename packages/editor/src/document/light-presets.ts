import { lightOf } from './with-background.ts';
import type { BackgroundDefinition } from '../backgrounds/define-background.ts';
import { standingContact } from '../backgrounds/light-in.ts';
import type { DocumentState, Light } from '../schema/document-state.ts';

export const lightPresets = ['floating', 'standing', 'lying'] as const;

/** A subject that floats above the floor, stands on it, or lies flat on a surface that is seen from above. */
export type LightPreset = (typeof lightPresets)[number];

/** Light from the left, for a background whose light is unknown. */
const usual = { angleDeg: -40, distance: 30, softness: 55 };

/** Returns the light of a state with the shadows of a preset. The light comes from where the background's light comes from. */
export function lightWithPreset(
  {
    background,
    light: { lift: _lift, photographed: _photographed, ...light },
  }: Pick<DocumentState, 'background' | 'light'>,
  preset: LightPreset,
  backgrounds: readonly BackgroundDefinition[],
): Light {
  const { drop } = lightOf(background, backgrounds);
  const { angleDeg, distance, softness } = drop.strength > 0 ? drop : usual;
  const strength = drop.strength || 45;
  switch (preset) {
    case 'floating':
      return {
        ...light,
        contact: 45,
        drop: { strength: 30, angleDeg, distance, softness: Math.max(70, softness), plane: 'floor' },
        lift: 14,
      };
    case 'standing':
      return { ...light, contact: standingContact, drop: { strength, angleDeg, distance, softness, plane: 'floor' } };
    case 'lying':
      return { ...light, contact: 0, drop: { strength: 55, angleDeg, distance: 4, softness: 45, plane: 'wall' } };
    default:
      return preset satisfies never;
  }
}
