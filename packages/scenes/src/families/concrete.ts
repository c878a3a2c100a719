import { lightRigOf } from '../paint/light-rig.ts';
import { concrete as concreteOf } from '../paint/materials.ts';
import { colorOr } from '../paint/palette.ts';
import { tableScene, wall } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** A block of cast concrete in front of a concrete wall. */
export const concrete: FamilyDefinition = {
  id: 'concrete',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const at = random.between(0, 90);
    const color = colorOr(scene, 0, random, ['#a9a7a3', '#9a9894', '#b5b1aa', '#8f9092']);
    const behind = colorOr(scene, 1, random, ['#8e8d8b', '#a3a09b', '#7f8183']);
    const paint = tableScene({
      rig,
      edge: random.between(0.64, 0.71),
      surface: concreteOf(color, at),
      gloss: 0.05,
      behind: wall(concreteOf(behind, at + 40), rig, { scale: 1.7 }),
      mirrored: behind,
    });
    return { paint, rig, groundY: 0.85 };
  },
};
