import { mixed, rgb } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { plaster, wood as woodOf } from '../paint/materials.ts';
import { colorOr, namedColor } from '../paint/palette.ts';
import { tableScene, wall } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** A table of boards in front of a wall. */
export const wood: FamilyDefinition = {
  id: 'wood',
  compose(scene, random) {
    const rig = lightRigOf(scene, random, 'day');
    const at = random.between(0, 90);
    const kinds = {
      oak: [rgb('#c79b6b'), rgb('#85582f')],
      walnut: [rgb('#7d5539'), rgb('#3d2415')],
      ash: [rgb('#d8bd97'), rgb('#a98458')],
    } as const;
    const named = namedColor(scene, 0);
    const [light, dark] = named
      ? [named, mixed(named, [0.02, 0.012, 0.008], 0.6)]
      : kinds[
          scene.tone === 'dark'
            ? 'walnut'
            : scene.tone === 'bright'
              ? 'ash'
              : random.pick(['oak', 'oak', 'walnut', 'ash'] as const)
        ];
    const color = colorOr(scene, 1, random, ['#c9c0b4', '#a8aea6', '#d8cfc2', '#8f958f', '#b9a896']);
    const paint = tableScene({
      rig,
      edge: random.between(0.64, 0.7),
      surface: woodOf(light, dark, at, random.between(0.95, 1.35)),
      gloss: 0.12,
      behind: wall(plaster(color, at), rig),
      mirrored: color,
    });
    return { paint, rig, groundY: 0.84 };
  },
};
