import { rgb } from '../paint/color.ts';
import { foliage } from '../paint/foliage.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { wood } from '../paint/materials.ts';
import type { Paint } from '../paint/paint.ts';
import { tableScene } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** Autumn leaves out of focus, behind a weathered table. */
export const autumn: FamilyDefinition = {
  id: 'autumn',
  compose(scene, random) {
    const rig = lightRigOf(scene, random, 'day');
    const leaves = foliage(random, {
      deep: rgb('#4f2410'),
      leaf: rgb('#c9650f'),
      sun: rgb('#ffc036'),
      sky: rgb('#f5d08a'),
    });
    const behind: Paint = (x, y, into) => {
      leaves(x, y, into);
      for (let channel = 0; channel < 3; channel += 1)
        into[channel] = (into[channel] ?? 0) * rig.exposure * (0.5 + 0.5 * (rig.color[channel] ?? 1));
    };
    const paint = tableScene({
      rig,
      edge: random.between(0.72, 0.78),
      surface: wood(rgb('#8f7a66'), rgb('#4d3d31'), random.between(0, 90)),
      gloss: 0.1,
      behind,
      mirrored: rgb('#b8763a'),
      edgeSoftness: 0.016,
    });
    return { paint, rig, groundY: 0.88 };
  },
};
