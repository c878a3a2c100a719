import { leafGobo } from '../paint/gobo.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { plaster, smooth } from '../paint/materials.ts';
import { colorOr } from '../paint/palette.ts';
import { tableScene, wall } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** Shadows of palm fronds on a sunny wall. */
export const leaves: FamilyDefinition = {
  id: 'leaves',
  compose(scene, random) {
    const rig = lightRigOf(scene, random, 'day');
    const at = random.between(0, 90);
    const color = colorOr(scene, 0, random, ['#e3d6c4', '#dcc6b4', '#d3d6cc', '#e2dcd4', '#d9b9a4']);
    const surface = colorOr(scene, 1, random, ['#e8dfd2', '#ddd2c4', '#e3dcd2']);
    const reach = leafGobo(random, rig.side, 0.008 + 0.02 * rig.softness);
    const paint = tableScene({
      rig,
      edge: random.between(0.7, 0.76),
      surface: smooth(surface, at),
      gloss: 0.03,
      behind: wall(plaster(color, at), rig, { reach: (x, y) => 0.12 + reach(x, y), ambient: 0.36 }),
      mirrored: color,
      reach: (x, y) => 0.12 + 0.88 * reach(x, y),
    });
    return { paint, rig, groundY: 0.88 };
  },
};
