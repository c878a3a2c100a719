import { lightRigOf } from '../paint/light-rig.ts';
import { hill, layeredNoise, smoothStep } from '../paint/noise.ts';
import { colorOr, namedColor } from '../paint/palette.ts';
import { mixed } from '../paint/color.ts';
import { type Paint, vignette } from '../paint/paint.ts';
import type { FamilyDefinition } from './family.ts';

/** Mist that drifts over a dark ground and is lit from the side. */
export const smoke: FamilyDefinition = {
  id: 'smoke',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const ground = colorOr(scene, 0, random, ['#1d2127', '#232025', '#1a2426']);
    const mist = namedColor(scene, 1) ?? mixed(ground, [0.85, 0.88, 0.92], 0.72);
    const at = random.between(0, 90);
    const paint: Paint = (x, y, into) => {
      const bend = layeredNoise(x * 0.6 + at, y * 0.9, 2);
      const swirl = layeredNoise(x * 0.8 + 1.3 * bend + at, y * 1.9 + 1.1 * bend, 4);
      const wisps = layeredNoise(x * 1.6 + 1.8 * bend, y * 4.6 - 1.2 * swirl + at, 4);
      const low = smoothStep(0.3, 0.96, y + 0.22 * (swirl - 0.5));
      const density = Math.min(
        1,
        0.9 * low * smoothStep(0.2, 0.75, 0.6 * swirl + 0.4 * wisps) + 0.3 * smoothStep(0.5, 0.9, wisps) * (0.3 + low),
      );
      const light = 0.3 + 1.25 * hill(x - rig.side * 0.55, 0.75) * hill(y - 0.6, 0.65);
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
