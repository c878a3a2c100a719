import { rgb } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { addDiscs, strewn } from '../paint/lights.ts';
import { hill, layeredNoise, smoothStep } from '../paint/noise.ts';
import { colorOr } from '../paint/palette.ts';
import { type Paint, vignette } from '../paint/paint.ts';
import type { FamilyDefinition } from './family.ts';

/** Glittering gold dust in front of a dark backdrop. */
export const gold: FamilyDefinition = {
  id: 'gold',
  compose(scene, random) {
    const rig = lightRigOf({ ...scene, time: scene.time ?? 'evening' }, random);
    const named = scene.colors?.filter((color) => color !== 'gold');
    const color = colorOr({ ...scene, colors: named }, 0, random, ['#241a12', '#1a1716', '#1f2a2a', '#2b1a1c']);
    const at = random.between(0, 90);
    const tones = [rgb('#ffcf6e'), rgb('#f0a83c'), rgb('#fff0c4'), rgb('#c9862c')] as const;
    const sparks = addDiscs([
      ...strewn(random, {
        count: 420,
        colors: tones,
        radius: [0.002, 0.0075],
        power: [0.15, 1.9],
        top: 0.3,
        bottom: 1.12,
        softness: 0.4,
        faint: 2.6,
      }),
      ...strewn(random, {
        count: 90,
        colors: tones,
        radius: [0.014, 0.05],
        power: [0.02, 0.32],
        top: 0.1,
        bottom: 1.15,
        softness: 0.14,
        faint: 2.4,
      }),
    ]);
    const paint: Paint = (x, y, into) => {
      const warm = 0.5 + 2.1 * hill(x - rig.side * 0.15, 0.75) * hill(y - 0.62, 0.48);
      const drift = layeredNoise(x * 1.2 + at, y * 2.4 + 0.6 * x, 5);
      const dust = smoothStep(0.4, 0.9, drift) * smoothStep(0.25, 0.95, y) * 0.1;
      for (let channel = 0; channel < 3; channel += 1)
        into[channel] = (color[channel] ?? 0) * warm + dust * (tones[1][channel] ?? 0);
      sparks(x, y, into);
      const lens = vignette(x, y, 0.26) * Math.max(0.8, rig.exposure);
      for (let channel = 0; channel < 3; channel += 1) into[channel] = (into[channel] ?? 0) * lens;
    };
    return { paint, rig, groundY: 0.88 };
  },
};
