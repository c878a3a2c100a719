import { rgb } from '../paint/color.ts';
import { addClouds, heavenOf, skyAt } from '../paint/heaven.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { hill, layeredNoise, smoothStep } from '../paint/noise.ts';
import { type Paint, vignette } from '../paint/paint.ts';
import type { FamilyDefinition } from './family.ts';

/** Open water to the horizon. */
export const sea: FamilyDefinition = {
  id: 'sea',
  compose(scene, random) {
    const time = scene.time ?? 'day';
    const rig = lightRigOf(scene, random, time);
    const at = random.between(0, 90);
    const heaven = heavenOf(time, scene.tone === 'dark' ? 0.6 : 1);
    const horizon = random.between(0.42, 0.52);
    const deep = rgb({ morning: '#4f7b8d', day: '#1f5f83', evening: '#4d4a63', night: '#0a1830' }[time]);
    const sunX = rig.side * 0.35;
    const sky = new Float64Array(3);
    const paint: Paint = (x, y, into) => {
      const lens = vignette(x, y, 0.14);
      if (y < horizon) {
        skyAt(heaven, (horizon - y) / horizon, into);
        addClouds(heaven, x, (horizon - y) / horizon, { at, cover: 0.42, scale: 0.8 }, into);
      } else {
        const below = y - horizon;
        const distance = 0.16 / (below + 0.012);
        const [u, v] = [x * distance * 2.2, distance * 9];
        const swell = layeredNoise(u * 0.5 + at, v * 0.34, 3) - 0.5;
        const ripple = layeredNoise(u * 2.1 + at, v * 1.2 + 3 * swell, 4) - 0.5;
        const fine = layeredNoise(u * 7 + 2 * ripple, v * 3.4 + at, 3) - 0.5;
        const fading = smoothStep(0, 0.12, below);
        const slope = (0.8 * swell + 0.75 * ripple) * (0.25 + 0.75 * fading) + 0.5 * fine * fading;
        const grazing = Math.min(1, 0.2 + 0.75 * Math.exp(-below / 0.16) + 0.55 * slope);
        skyAt(heaven, Math.min(1, 0.15 + 1.1 * below + 0.5 * slope), sky);
        const path =
          hill(x - sunX, 0.1 + 0.4 * below) * smoothStep(0.12, 0.36, 0.75 * ripple + 0.3 * swell + 0.75 * fine + 0.05);
        for (let channel = 0; channel < 3; channel += 1) {
          const water = (deep[channel] ?? 0) * (0.85 + 0.5 * slope);
          into[channel] =
            water +
            ((sky[channel] ?? 0) - water) * Math.max(0, grazing) * 0.8 +
            0.7 * path * (heaven.cloudLight[channel] ?? 1);
        }
        const haze = Math.exp(-below / 0.014) * 0.7;
        for (let channel = 0; channel < 3; channel += 1) {
          into[channel] = (into[channel] ?? 0) + ((heaven.horizon[channel] ?? 0) - (into[channel] ?? 0)) * haze;
        }
      }
      for (let channel = 0; channel < 3; channel += 1) into[channel] = (into[channel] ?? 0) * lens;
    };
    return { paint, rig, groundY: undefined };
  },
};
