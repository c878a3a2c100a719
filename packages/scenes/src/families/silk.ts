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
    const lean = random.sign() * random.between(0.5, 0.95);
    const height = (x: number, y: number) => {
      const [u, v] = [x + lean * y, y - lean * x];
      const drift = layeredNoise(u * 0.7 + at, v * 0.5, 2);
      const bend = layeredNoise(u * 0.5 + 40, v * 0.9 + at, 2);
      const broad = fold(u * 1.5 + 2.4 * drift + 0.5 * v * (bend - 0.5));
      const narrow = fold(u * 2.7 + 3.1 * bend + 1.7 * drift);
      return 0.26 * broad + 0.11 * narrow * smoothStep(0.25, 0.75, bend) + 0.22 * drift;
    };
    const [lampX, lampY, lampZ] = unit(rig.side * 0.75, -0.55, 0.75);
    const [halfX, halfY, halfZ] = unit(lampX, lampY, lampZ + 1);
    const step = 0.008;
    const paint = (x: number, y: number, into: Float64Array) => {
      const here = height(x, y);
      const [normalX, normalY, normalZ] = unit(
        ((here - height(x + step, y)) / step) * 0.66,
        ((here - height(x, y + step)) / step) * 0.66,
        1,
      );
      // A lamp as large as a window also lights surfaces that face slightly away from it.
      const turned = normalX * lampX + normalY * lampY + normalZ * lampZ;
      const facing = Math.max(0, (turned + 0.5) / 1.5) ** 1.6;
      const gloss = Math.max(0, normalX * halfX + normalY * halfY + normalZ * halfZ);
      const squared = gloss * gloss;
      const broadGleam = squared * squared * squared;
      const gleam = 0.18 * broadGleam + 0.42 * broadGleam ** 4;
      // The valley between two folds receives less light from its surroundings.
      const body = (0.12 + 0.95 * facing) * (0.55 + 0.9 * here);
      const lens = vignette(x, y, 0.2) * rig.exposure;
      for (let channel = 0; channel < 3; channel += 1) {
        const dim = shade[channel] ?? 0;
        const own = dim + ((color[channel] ?? 0) - dim) * Math.min(1.25, body);
        into[channel] = (own + ((shine[channel] ?? 0) - own) * gleam) * (rig.color[channel] ?? 1) * lens;
      }
    };
    return { paint, rig, groundY: undefined };
  },
};

/** Returns a wave, 0…1, of period 1 with round crests and narrower valleys. */
function fold(place: number): number {
  const share = Math.abs((place - Math.floor(place)) * 2 - 1);
  return 1 - share * share * (2 - share * share);
}

function unit(x: number, y: number, z: number): readonly [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
