import { rgb } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { addDiscs, strewn } from '../paint/lights.ts';
import { smooth } from '../paint/materials.ts';
import { layeredNoise, smoothStep } from '../paint/noise.ts';
import type { Paint } from '../paint/paint.ts';
import { tableScene } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** The lights of a street at night, out of focus, behind a dark table. */
export const city: FamilyDefinition = {
  id: 'city',
  compose(scene, random) {
    const rig = lightRigOf({ time: 'night', ...scene }, random);
    const lights = addDiscs([
      ...strewn(random, {
        count: 60,
        colors: [rgb('#ffb25c'), rgb('#ffd9a0'), rgb('#ff8a4a')],
        radius: [0.04, 0.085],
        power: [0.02, 0.24],
        top: -0.25,
        bottom: 0.95,
      }),
      ...strewn(random, {
        count: 110,
        colors: [rgb('#ffc070'), rgb('#9fc4ff'), rgb('#ff6a50'), rgb('#fff0d8'), rgb('#7fd8d0')],
        radius: [0.018, 0.042],
        power: [0.05, 0.75],
        top: 0.1,
        bottom: 0.88,
      }),
    ]);
    const at = random.between(0, 90);
    const [top, bottom] = [rgb('#0c1120'), rgb('#2a2430')];
    const behind: Paint = (x, y, into) => {
      const haze = 0.7 + 0.6 * layeredNoise(x * 1.4 + at, y * 1.1, 3);
      for (let channel = 0; channel < 3; channel += 1)
        into[channel] = ((top[channel] ?? 0) + ((bottom[channel] ?? 0) - (top[channel] ?? 0)) * y * 1.3) * haze;
      lights(x, y, into);
    };
    const edge = random.between(0.74, 0.79);
    const table = tableScene({
      rig: { ...rig, exposure: Math.max(0.6, rig.exposure) },
      edge,
      surface: smooth(rgb('#17161b'), at),
      gloss: 0.5,
      behind,
      mirrored: rgb('#5a4a48'),
      edgeSoftness: 0.02,
    });
    const mirror = new Float64Array(3);
    const paint: Paint = (x, y, into) => {
      table(x, y, into);
      const below = y - edge;
      if (below <= 0) return;
      // The lacquered table mirrors the lights, less at a steeper viewing angle.
      behind(x, edge - 1.1 * below, mirror);
      const share = 0.36 * Math.exp(-below / 0.12) * smoothStep(0, 0.03, below);
      for (let channel = 0; channel < 3; channel += 1)
        into[channel] = (into[channel] ?? 0) + (mirror[channel] ?? 0) * share;
    };
    return { paint, rig, groundY: 0.89 };
  },
};
