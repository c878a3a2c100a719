import { windowGobo } from '../paint/gobo.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { plaster, smooth } from '../paint/materials.ts';
import { colorOr } from '../paint/palette.ts';
import { tableScene, wall } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** Sunlight through a window on a plain wall. */
export const window: FamilyDefinition = {
  id: 'window',
  compose(scene, random) {
    const rig = lightRigOf({ light: 'hard', ...scene }, random, 'morning');
    const at = random.between(0, 90);
    const color = colorOr(scene, 0, random, ['#d8cdbf', '#cfcac3', '#d9c3b0', '#bfc4bd', '#d3c8c4']);
    const surface = colorOr(scene, 1, random, ['#dcd3c7', '#cbc2b8', '#d9cdbf']);
    const reach = windowGobo(random, rig.side, 0.012 + 0.03 * rig.softness);
    const paint = tableScene({
      rig,
      edge: random.between(0.7, 0.76),
      surface: smooth(surface, at),
      gloss: 0.05,
      behind: wall(plaster(color, at), rig, { reach: (x, y) => 0.3 + 1.1 * reach(x, y), ambient: 0.4 }),
      mirrored: color,
      reach: (x, y) => 0.55 + 0.75 * reach(x, y),
    });
    return { paint, rig, groundY: 0.88 };
  },
};
