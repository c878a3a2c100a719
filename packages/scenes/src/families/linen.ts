import { lightRigOf } from '../paint/light-rig.ts';
import { linen as linenOf, plaster } from '../paint/materials.ts';
import { colorOr } from '../paint/palette.ts';
import { tableScene, wall } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** A tablecloth of woven linen. */
export const linen: FamilyDefinition = {
  id: 'linen',
  compose(scene, random) {
    const rig = lightRigOf(scene, random, 'day');
    const at = random.between(0, 90);
    const color = colorOr(scene, 0, random, ['#e8e1d5', '#d9cfbf', '#c9cdc6', '#dcd3cd']);
    const behind = colorOr(scene, 1, random, ['#cfc5b8', '#b9bfb6', '#d9d2c8', '#bfb2a6']);
    const paint = tableScene({
      rig,
      edge: random.between(0.6, 0.68),
      surface: linenOf(color, at),
      gloss: 0,
      behind: wall(plaster(behind, at), rig),
      mirrored: behind,
      edgeSoftness: 0.012,
      scale: 0.8,
    });
    return { paint, rig, groundY: 0.84 };
  },
};
