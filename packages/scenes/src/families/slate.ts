import { lightRigOf } from '../paint/light-rig.ts';
import { plaster, slate as slateOf } from '../paint/materials.ts';
import { colorOr } from '../paint/palette.ts';
import { tableScene, wall } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** A slab of split, dark stone. */
export const slate: FamilyDefinition = {
  id: 'slate',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const at = random.between(0, 90);
    const color = colorOr(scene, 0, random, ['#4b4d50', '#3f4245', '#55514c', '#474c4c']);
    const behind = colorOr(scene, 1, random, ['#3a3b3d', '#45423e', '#2f3336']);
    const paint = tableScene({
      rig,
      edge: random.between(0.64, 0.7),
      surface: slateOf(color, at),
      gloss: 0.1,
      behind: wall(plaster(behind, at), rig, { ambient: 0.22 }),
      mirrored: behind,
    });
    return { paint, rig, groundY: 0.85 };
  },
};
