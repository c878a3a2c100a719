import { rgb } from '../paint/color.ts';
import { foliage } from '../paint/foliage.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { addDiscs, strewn } from '../paint/lights.ts';
import { layeredNoise, smoothStep } from '../paint/noise.ts';
import { type Paint, vignette } from '../paint/paint.ts';
import type { FamilyDefinition } from './family.ts';

/** Grass and flowers out of focus, with trees behind them. */
export const meadow: FamilyDefinition = {
  id: 'meadow',
  compose(scene, random) {
    const time = scene.time ?? 'morning';
    const rig = lightRigOf(scene, random, time);
    const at = random.between(0, 90);
    const trees = foliage(
      random,
      { deep: rgb('#2f4a2c'), leaf: rgb('#6f9450'), sun: rgb('#d9e08a'), sky: rgb('#e8efe6') },
      { bottom: 0.5, gap: 0.55 },
    );
    const flowers = addDiscs([
      ...strewn(random, {
        count: 90,
        colors: random.pick([
          [rgb('#fff3d0'), rgb('#f3d26a'), rgb('#ffffff')],
          [rgb('#e9a9bd'), rgb('#ffffff'), rgb('#d9b3e0')],
          [rgb('#e2604f'), rgb('#f2d16b'), rgb('#ffffff')],
        ]),
        radius: [0.008, 0.03],
        power: [0.12, 0.62],
        top: 0.42,
        bottom: 1.02,
        softness: 0.35,
        faint: 1.4,
      }),
    ]);
    const [light, deep] = [rgb('#a9c766'), rgb('#4a6f2f')];
    const paint: Paint = (x, y, into) => {
      trees(x, y, into);
      const line = 0.46 + 0.05 * layeredNoise(x * 1.1 + at, 3, 2);
      const onGrass = smoothStep(line - 0.09, line + 0.09, y);
      const near = smoothStep(line, 1, y);
      // Blades close to the lens are wide and soft. Far away only clumps are visible.
      const sway = 0.25 * layeredNoise(x * 1.3 + at, y * 1.1, 2);
      const blades =
        layeredNoise((x + sway * (y - 1)) * 13 + at, y * 1.5, 2) * near +
        layeredNoise(x * 9 + at, y * 9, 2) * (1 - near);
      const depth = 1 / (0.16 + Math.max(0, y - line));
      const clump = layeredNoise(x * (0.6 + 0.35 * depth) + at, depth * 1.7, 3);
      const glow = Math.exp(-(((x - rig.side * 0.4) / 0.7) ** 2)) * (1 - 0.6 * near);
      const share = smoothStep(0.2, 0.86, 0.34 * blades + 0.42 * clump + 0.32 * glow);
      for (let channel = 0; channel < 3; channel += 1) {
        const grass =
          ((deep[channel] ?? 0) + ((light[channel] ?? 0) - (deep[channel] ?? 0)) * share) * (1.05 - 0.3 * near);
        into[channel] = (into[channel] ?? 0) + (grass - (into[channel] ?? 0)) * onGrass;
      }
      flowers(x, y, into);
      const lens = vignette(x, y, 0.2) * rig.exposure;
      for (let channel = 0; channel < 3; channel += 1)
        into[channel] = (into[channel] ?? 0) * lens * (0.35 + 0.65 * (rig.color[channel] ?? 1));
    };
    return { paint, rig, groundY: 0.9 };
  },
};
