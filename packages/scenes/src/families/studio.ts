import { lightRigOf } from '../paint/light-rig.ts';
import { smooth } from '../paint/materials.ts';
import { colorOr } from '../paint/palette.ts';
import { sweepScene } from '../paint/sweep.ts';
import type { FamilyDefinition } from './family.ts';

/** A large seamless backdrop in a photo studio. */
export const studio: FamilyDefinition = {
  id: 'studio',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const color = colorOr(scene, 0, random, ['#e4e1dc', '#d9d6d2', '#cfd3d6', '#e6ddd2', '#c9c4bf']);
    const bend = random.between(0.6, 0.7);
    const paint = sweepScene(smooth(color, random.between(0, 90)), rig, { bend, spread: random.between(0.75, 0.95) });
    return { paint, rig, groundY: 0.86 };
  },
};
