import { rgb } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { addDiscs, strewn } from '../paint/lights.ts';
import { chance, layeredNoise, smoothStep } from '../paint/noise.ts';
import { type Paint, vignette } from '../paint/paint.ts';
import type { FamilyDefinition } from './family.ts';

/** A window pane with raindrops, and lights far behind it. */
export const rain: FamilyDefinition = {
  id: 'rain',
  compose(scene, random) {
    const time = scene.time ?? 'evening';
    const rig = lightRigOf(scene, random, time);
    const isDay = time === 'day' || time === 'morning';
    const [top, bottom] = isDay ? [rgb('#aeb9bf'), rgb('#77858a')] : [rgb('#2a3a4c'), rgb('#1a2029')];
    const at = random.between(0, 90);
    const lights = addDiscs(
      strewn(random, {
        count: isDay ? 26 : 64,
        colors: isDay
          ? [rgb('#dfe6e6'), rgb('#c6d2cc')]
          : [rgb('#ffb469'), rgb('#9fc6ff'), rgb('#ff7658'), rgb('#ffe3bb')],
        radius: [0.035, 0.1],
        power: [0.02, isDay ? 0.16 : 0.5],
        top: -0.2,
        bottom: 1.2,
      }),
    );
    const far: Paint = (x, y, into) => {
      const haze = 0.75 + 0.5 * layeredNoise(x * 1.1 + at, y * 1.3, 3);
      for (let channel = 0; channel < 3; channel += 1)
        into[channel] = ((top[channel] ?? 0) + ((bottom[channel] ?? 0) - (top[channel] ?? 0)) * y) * haze;
      lights(x, y, into);
    };
    const seen = new Float64Array(3);
    const paint: Paint = (x, y, into) => {
      far(x, y, into);
      for (const [layer, scale] of [13, 25, 46].entries()) {
        const column = Math.floor(x * scale);
        const row = Math.floor(y * scale);
        for (let cellY = row - 1; cellY <= row + 1; cellY += 1) {
          for (let cellX = column - 1; cellX <= column + 1; cellX += 1) {
            const own = chance(cellX + 71 * layer, cellY + Math.floor(at));
            if (own > 0.3 - 0.04 * layer) continue;
            const radius = (0.16 + 0.26 * chance(cellX, cellY + 5)) / scale;
            const dx = x - (cellX + 0.25 + 0.5 * chance(cellX + 1, cellY)) / scale;
            const dy = (y - (cellY + 0.25 + 0.5 * chance(cellX, cellY + 1)) / scale) * (0.82 + 0.12 * layer);
            const distance = Math.sqrt(dx * dx + dy * dy) / radius;
            if (distance > 1.1) continue;
            // A drop is a lens that shows the background upside down.
            far(x - dx * 9, y - dy * 9, seen);
            const inside = smoothStep(1.06, 0.92, distance);
            const shade = 0.55 + 0.45 * smoothStep(-0.9, 0.7, dy / radius);
            const gleam = 0.6 * smoothStep(0.4, 0.1, Math.sqrt((dx / radius + 0.32) ** 2 + (dy / radius + 0.42) ** 2));
            for (let channel = 0; channel < 3; channel += 1) {
              const drop = (seen[channel] ?? 0) * 1.25 * shade + gleam * (isDay ? 0.8 : 0.35);
              into[channel] = (into[channel] ?? 0) + (drop - (into[channel] ?? 0)) * inside * 0.86;
            }
          }
        }
      }
      const lens = vignette(x, y, 0.2) * (isDay ? rig.exposure : 1);
      for (let channel = 0; channel < 3; channel += 1) into[channel] = (into[channel] ?? 0) * lens;
    };
    return { paint, rig, groundY: undefined };
  },
};
