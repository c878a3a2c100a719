import { lightRigOf } from '../paint/light-rig.ts';
import { plaster, slate as slateOf } from '../paint/materials.ts';
import { colorOr } from '../paint/palette.ts';
import { tableScene, wall } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** A slab of dark split stone. */
export const slate: FamilyDefinition = {
  id: 'slate',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const at = random.between(0, 90);
    const color = colorOr(scene, 0, random, ['#5e6165', '#54585c', '#6a655e', '#5b6161']);
    const behind = colorOr(scene, 1, random, ['#55575b', '#605c57', '#4a5056']);
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
