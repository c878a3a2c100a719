import { lightRigOf } from '../paint/light-rig.ts';
import { hill, layeredNoise, smoothStep } from '../paint/noise.ts';
import { colorOr, namedColor } from '../paint/palette.ts';
import { mixed } from '../paint/color.ts';
import { type Paint, vignette } from '../paint/paint.ts';
import type { FamilyDefinition } from './family.ts';

/** Mist that drifts over a dark ground, lit from the side. */
export const smoke: FamilyDefinition = {
  id: 'smoke',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const ground = colorOr(scene, 0, random, ['#1d2127', '#232025', '#1a2426']);
    const mist = namedColor(scene, 1) ?? mixed(ground, [0.85, 0.88, 0.92], 0.72);
    const at = random.between(0, 90);
    const paint: Paint = (x, y, into) => {
      const bend = layeredNoise(x * 0.9 + at, y * 1.1, 3);
      const swirl = layeredNoise(x * 1.3 + 1.9 * bend + at, y * 2.1 + 1.5 * bend, 5);
      const wisps = layeredNoise(x * 2.9 + 2.6 * bend, y * 4.2 - 1.8 * swirl + at, 5);
      const low = smoothStep(0.25, 0.92, y);
      const density = smoothStep(0.36, 0.86, 0.62 * swirl + 0.4 * wisps) * (0.2 + 0.8 * low);
      const light = 0.22 + 0.95 * hill(x - rig.side * 0.55, 0.75) * hill(y - 0.6, 0.65);
      const back = 0.6 + 0.9 * hill(x - rig.side * 0.3, 0.8) * hill(y - 0.4, 0.5);
      const lens = vignette(x, y, 0.28) * rig.exposure;
      for (let channel = 0; channel < 3; channel += 1) {
        const behind = (ground[channel] ?? 0) * back;
        const own = (mist[channel] ?? 0) * light;
        into[channel] = (behind + (own - behind) * density * 0.85) * (rig.color[channel] ?? 1) * lens;
      }
    };
    return { paint, rig, groundY: 0.88 };
  },
};
