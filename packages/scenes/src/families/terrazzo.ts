import { rgb } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { plaster, terrazzo as terrazzoOf } from '../paint/materials.ts';
import { colorOr } from '../paint/palette.ts';
import { tableScene, wall } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** Polished chips of stone in cement. */
export const terrazzo: FamilyDefinition = {
  id: 'terrazzo',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const at = Math.floor(random.between(0, 90));
    const ground = colorOr(scene, 0, random, ['#e9e4dc', '#e4ded8', '#dfe0dc']);
    const chips = random.pick([
      [rgb('#b86f52'), rgb('#6f7d78'), rgb('#c9b79c'), rgb('#4f5356')],
      [rgb('#d39a83'), rgb('#8c9a86'), rgb('#efe9e0'), rgb('#7a6a5f')],
      [rgb('#6f7f95'), rgb('#c7bfb4'), rgb('#8f8a86'), rgb('#d7b98a')],
    ] as const);
    const color = colorOr(scene, 1, random, ['#d9b8a6', '#b4c0b3', '#d8d0c4', '#c9c6c8']);
    const paint = tableScene({
      rig,
      edge: random.between(0.64, 0.7),
      surface: terrazzoOf(ground, chips, at),
      scale: 1.55,
      gloss: 0.22,
      behind: wall(plaster(color, at), rig),
      mirrored: color,
    });
    return { paint, rig, groundY: 0.85 };
  },
};
