import { mixed, rgb, type Rgb } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { type Material, wood as woodOf } from '../paint/materials.ts';
import { chance, layeredNoise, smoothStep } from '../paint/noise.ts';
import { namedColor } from '../paint/palette.ts';
import { tableScene, wall } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** A brick wall that is slightly out of focus, behind a wooden table. */
export const brick: FamilyDefinition = {
  id: 'brick',
  compose(scene, random) {
    const rig = lightRigOf(scene, random, 'day');
    const at = random.between(0, 90);
    const color = namedColor(scene, 0) ?? rgb(random.pick(['#9a5b45', '#8d5a48', '#dcd7d0', '#7c5a4d']));
    const paint = tableScene({
      rig,
      edge: random.between(0.68, 0.74),
      surface: woodOf(rgb('#9a6f49'), rgb('#5b3a22'), at),
      gloss: 0.08,
      behind: wall(bricks(color, at), rig, { scale: 1, ambient: 0.3 }),
      mirrored: color,
      edgeSoftness: 0.01,
    });
    return { paint, rig, groundY: 0.87 };
  },
};

function bricks(color: Rgb, at: number): Material {
  const mortar = mixed(color, [0.5, 0.48, 0.45], 0.6);
  const [width, height] = [0.21, 0.068];
  return (x, y, _far, into) => {
    const course = Math.floor(y / height + at);
    const u = x / width + (course % 2 === 0 ? 0 : 0.5) + 0.06 * chance(course, 3);
    const column = Math.floor(u);
    const [inX, inY] = [(u - column) * width, (y / height + at - course) * height];
    const edge = Math.min(inX, width - inX, inY, height - inY) + 0.003 * (layeredNoise(x * 40, y * 40, 2) - 0.5);
    const onBrick = smoothStep(-0.002, 0.015, edge);
    const own = 0.8 + 0.34 * chance(column, course) + 0.42 * (layeredNoise(x * 13 + column, y * 13 + course, 3) - 0.5);
    const warm = 1 + 0.16 * (chance(column + 9, course + 5) - 0.5);
    // The wall is lit from above: the lower side of a brick is in the shadow of its edge.
    const relief = 1 + 0.16 * (smoothStep(0.014, 0.002, inY) - smoothStep(0.014, 0.002, height - inY));
    const tints = [warm, 1, 1 / warm] as const;
    for (let channel = 0; channel < 3; channel += 1) {
      const face = (color[channel] ?? 0) * own * (tints[channel] ?? 1) * relief;
      const joint = (mortar[channel] ?? 0) * 0.62;
      into[channel] = joint + (face - joint) * onBrick;
    }
  };
}
