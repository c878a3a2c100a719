import { mixed } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { smooth } from '../paint/materials.ts';
import { colorOr, namedColor } from '../paint/palette.ts';
import { tableScene, wall } from '../paint/table.ts';
import { sweepScene } from '../paint/sweep.ts';
import type { FamilyDefinition } from './family.ts';

/** Coloured paper: one sheet that is rolled out, or two sheets that meet in a line. */
export const paper: FamilyDefinition = {
  id: 'paper',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const color = colorOr(scene, 0, random, ['#dfb3a6', '#9fb7a0', '#a9bfd1', '#e3c98f', '#b7a7c4', '#cf8f78']);
    const isOne = namedColor(scene, 1) === undefined && random.next() < 0.5;
    const at = random.between(0, 90);
    if (isOne) return { paint: sweepScene(smooth(color, at), rig, { falloff: 0.5 }), rig, groundY: 0.86 };
    const table = namedColor(scene, 1) ?? mixed(color, [0.9, 0.88, 0.85], 0.45);
    const paint = tableScene({
      rig,
      edge: random.between(0.66, 0.72),
      surface: smooth(table, at),
      gloss: 0,
      behind: wall(smooth(color, at + 5), rig),
      mirrored: color,
      edgeSoftness: 0.004,
    });
    return { paint, rig, groundY: 0.86 };
  },
};
