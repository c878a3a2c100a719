import { rgb } from '../paint/color.ts';
import { heavenOf, skyAt } from '../paint/heaven.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { hill, layeredNoise, smoothStep } from '../paint/noise.ts';
import { type Paint, vignette } from '../paint/paint.ts';
import type { FamilyDefinition } from './family.ts';

const glowing = [1, 0.56, 0.22] as const;
const sunlit = [1, 0.86, 0.58] as const;

/** The sun just above low hills, in haze. */
export const sunset: FamilyDefinition = {
  id: 'sunset',
  compose(scene, random) {
    const rig = lightRigOf({ ...scene, time: scene.time === 'morning' ? 'morning' : 'evening' }, random);
    const heaven = heavenOf('evening');
    const at = random.between(0, 90);
    const horizon = random.between(0.66, 0.72);
    const [sunX, sunY] = [rig.side * random.between(0.12, 0.4), horizon - random.between(0.08, 0.16)];
    const layers = [0, 1, 2].map((layer) => ({
      color: rgb(['#c78a6f', '#7d5660', '#3a2c3c'][layer] ?? '#3a2c3c'),
      base: horizon + 0.045 * layer - 0.02,
      rough: 0.07 + 0.03 * layer,
      scale: 1.1 + 0.5 * layer,
    }));
    const paint: Paint = (x, y, into) => {
      skyAt(heaven, (horizon - y) / horizon, into);
      const bands = smoothStep(0.5, 0.78, layeredNoise(x * 0.8 + at, y * 7, 4)) * smoothStep(horizon, 0.15, y);
      const distance = Math.sqrt((x - sunX) ** 2 + (y - sunY) ** 2);
      const glow = 0.85 * Math.exp(-distance / 0.24) + 0.35 * hill(y - horizon, 0.16);
      const sun = 2.4 * smoothStep(0.062, 0.04, distance);
      for (let channel = 0; channel < 3; channel += 1) {
        const lit = (into[channel] ?? 0) + bands * 0.28 * (heaven.cloudLight[channel] ?? 0);
        into[channel] = lit * (1 - 0.2 * bands) + (glow * (glowing[channel] ?? 0) + sun * (sunlit[channel] ?? 0));
      }
      for (const { color, base, rough, scale } of layers) {
        const ridge = base - rough * (layeredNoise(x * scale + at + base * 40, base * 9, 4) - 0.45);
        const on = smoothStep(ridge - 0.004, ridge + 0.004, y);
        if (on === 0) continue;
        const haze = Math.exp(-Math.max(0, y - ridge) / 0.12) * 0.5 * Math.exp(-(((x - sunX) / 0.7) ** 2));
        for (let channel = 0; channel < 3; channel += 1) {
          const hillside = (color[channel] ?? 0) + haze * 0.9 * (glowing[channel] ?? 0);
          into[channel] = (into[channel] ?? 0) + (hillside - (into[channel] ?? 0)) * on;
        }
      }
      const lens = vignette(x, y, 0.2) * (scene.tone === 'dark' ? 0.6 : 1);
      for (let channel = 0; channel < 3; channel += 1) into[channel] = (into[channel] ?? 0) * lens;
    };
    return { paint, rig, groundY: undefined };
  },
};
