import { luminance, mixed, rgb } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { marble as marbleOf, plaster } from '../paint/materials.ts';
import { namedColor, colorOr } from '../paint/palette.ts';
import { tableScene, wall } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** A polished slab in front of a plastered wall. */
export const marble: FamilyDefinition = {
  id: 'marble',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const at = random.between(0, 90);
    const named = namedColor(scene, 0);
    const stone =
      named ?? (scene.tone === 'dark' ? rgb('#2b2b2e') : rgb(random.pick(['#ebe8e3', '#e7e2da', '#eceae8'])));
    const isDark = luminance(stone) < 0.12;
    const vein = isDark ? mixed(stone, [0.8, 0.78, 0.74], 0.6) : mixed(stone, [0.16, 0.155, 0.15], 0.72);
    const color = colorOr(
      scene,
      1,
      random,
      isDark ? ['#4a4644', '#3c4044', '#54493f'] : ['#cbbaa9', '#c3c4bd', '#d5c8b8', '#b9b4ae'],
    );
    const paint = tableScene({
      rig,
      edge: random.between(0.63, 0.7),
      surface: marbleOf(stone, vein, at),
      gloss: 0.38,
      behind: wall(plaster(color, at), rig),
      mirrored: color,
    });
    return { paint, rig, groundY: 0.84 };
  },
};
