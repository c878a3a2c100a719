import { mixed } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { layeredNoise, smoothStep } from '../paint/noise.ts';
import { colorOr } from '../paint/palette.ts';
import { vignette } from '../paint/paint.ts';
import type { FamilyDefinition } from './family.ts';

/** Silk in long folds, seen from above. */
export const silk: FamilyDefinition = {
  id: 'silk',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const color = colorOr(scene, 0, random, ['#d9c3ae', '#c7a7a2', '#b9c3cc', '#8f2f35', '#37506b', '#e6ddd0']);
    const shade = mixed(color, [0.015, 0.012, 0.014], 0.72);
    const shine = mixed(color, [1, 0.98, 0.94], 0.62);
    const at = random.between(0, 90);
    const lean = random.sign() * random.between(0.35, 0.8);
    const height = (x: number, y: number) => {
      const [u, v] = [x + lean * y, y - lean * 0.4 * x];
      const bend = 1.5 * layeredNoise(u * 0.55 + at, v * 0.55, 2);
      const long = layeredNoise(u * 1.15 + bend + at, v * 0.42 + bend * 0.7, 2);
      const fold = layeredNoise(u * 2.6 + 2.2 * long + at, v * 0.75 + bend, 2);
      return 0.75 * long + 0.3 * fold;
    };
    const step = 0.012;
    const paint = (x: number, y: number, into: Float64Array) => {
      const here = height(x, y);
      const across = (height(x + step, y) - here) / step;
      const down = (height(x, y + step) - here) / step;
      const facing = 0.52 + (rig.side * across * 0.42 - down * 0.3) * 0.62;
      const body = smoothStep(-0.1, 1.05, facing);
      const gleam =
        smoothStep(0.66, 1.12, facing) * 0.75 + 0.22 * smoothStep(0.32, 0.44, facing) * smoothStep(0.56, 0.44, facing);
      const lens = vignette(x, y, 0.22) * rig.exposure;
      for (let channel = 0; channel < 3; channel += 1) {
        const own = (shade[channel] ?? 0) + ((color[channel] ?? 0) - (shade[channel] ?? 0)) * body;
        into[channel] = (own + ((shine[channel] ?? 0) - own) * gleam * 0.7) * (rig.color[channel] ?? 1) * lens;
      }
    };
    return { paint, rig, groundY: undefined };
  },
};
