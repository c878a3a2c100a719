import { lightRigOf } from '../paint/light-rig.ts';
import { hill, layeredNoise, smoothStep } from '../paint/noise.ts';
import { colorOr } from '../paint/palette.ts';
import { type Paint, vignette } from '../paint/paint.ts';
import type { FamilyDefinition } from './family.ts';

/** A dark stage with one lamp from above. */
export const spotlight: FamilyDefinition = {
  id: 'spotlight',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const color = colorOr(scene, 0, random, ['#4a4a50', '#3f3b3a', '#35424c', '#4f3f46']);
    const at = random.between(0, 90);
    const [poolX, poolY] = [random.between(-0.06, 0.06), 0.84];
    const lampX = poolX + rig.side * random.between(0.25, 0.5);
    const edge = 0.66;
    const paint: Paint = (x, y, into) => {
      const onFloor = smoothStep(edge - 0.12, edge + 0.1, y);
      const dx = (x - poolX) / 0.52;
      const dy = (y - poolY) / 0.115;
      const distance = Math.sqrt(dx * dx + dy * dy);
      const spot = smoothStep(1.25, 0.5, distance) + 0.16 * Math.exp(-distance / 1.4);
      // The beam in the dust is a cone from the lamp to the pool of light.
      const share = Math.min(1, Math.max(0, (y + 0.25) / (poolY + 0.25)));
      const middle = lampX + (poolX - lampX) * share;
      const beam = hill((x - middle) / (0.06 + 0.5 * share), 0.62) * (1 - 0.5 * share) * smoothStep(1.04, 0.88, share);
      const dust = 0.7 + 0.6 * layeredNoise(x * 2.2 + at, y * 1.6 + 0.6 * x, 3);
      const wallGlow = 0.16 * hill(x - poolX, 0.7) * hill(y - 0.52, 0.42);
      const surface = 1 + 0.14 * (layeredNoise(x * 5 + at, y * 14, 3) - 0.5);
      const lens = vignette(x, y, 0.3) * rig.exposure;
      for (let channel = 0; channel < 3; channel += 1) {
        const own = color[channel] ?? 0;
        const floor = own * (0.09 + 3.1 * spot) * surface;
        const behind = own * (0.1 + 2.2 * wallGlow);
        const air = 0.13 * beam * dust * (0.5 + own);
        into[channel] = (behind + (floor - behind) * onFloor + air) * (rig.color[channel] ?? 1) * lens;
      }
    };
    return { paint, rig: { ...rig, side: rig.side * 0.4, height: 1 }, groundY: poolY + 0.02 };
  },
};
