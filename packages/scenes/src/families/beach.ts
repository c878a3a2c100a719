import { rgb } from '../paint/color.ts';
import { addClouds, heavenOf, skyAt } from '../paint/heaven.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { sand } from '../paint/materials.ts';
import { layeredNoise, smoothStep } from '../paint/noise.ts';
import { colorOr } from '../paint/palette.ts';
import type { Paint } from '../paint/paint.ts';
import { tableScene } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** Sand in the foreground, with the sea out of focus behind it. */
export const beach: FamilyDefinition = {
  id: 'beach',
  compose(scene, random) {
    const time = scene.time ?? 'day';
    const rig = lightRigOf(scene, random, time);
    const at = random.between(0, 90);
    const heaven = heavenOf(time, scene.tone === 'dark' ? 0.6 : 1);
    const horizon = random.between(0.38, 0.44);
    const edge = random.between(0.6, 0.65);
    const water = rgb({ morning: '#8fb3bd', day: '#4fa3b0', evening: '#a9857f', night: '#16263f' }[time]);
    const shallow = rgb({ morning: '#c8d6d2', day: '#a5d8d2', evening: '#e0b294', night: '#2b4060' }[time]);
    const behind: Paint = (x, y, into) => {
      skyAt(heaven, (horizon - y) / horizon, into);
      addClouds(heaven, x, (horizon - y) / horizon, { at, cover: 0.35, scale: 0.7 }, into);
      const onWater = smoothStep(horizon - 0.006, horizon + 0.006, y);
      if (onWater === 0) return;
      const near = smoothStep(horizon, edge, y);
      const wave = layeredNoise(x * 1.6 + at, (y - horizon) * 26, 3) - 0.5;
      const foam = smoothStep(0.62, 0.8, layeredNoise(x * 1.1 + at, (y - edge) * 16, 3)) * smoothStep(0.55, 1, near);
      for (let channel = 0; channel < 3; channel += 1) {
        const sea = (water[channel] ?? 0) + ((shallow[channel] ?? 0) - (water[channel] ?? 0)) * near;
        const lit = sea * (1 + 0.36 * wave) + 0.5 * foam * (heaven.cloudLight[channel] ?? 1);
        into[channel] = (into[channel] ?? 0) + (lit - (into[channel] ?? 0)) * onWater;
      }
    };
    const color = colorOr({ ...scene, colors: undefined }, 0, random, ['#dcc4a0', '#e3d0b4', '#d2b48c']);
    const paint = tableScene({
      rig,
      edge,
      surface: sand(color, at),
      gloss: 0.12,
      behind,
      mirrored: shallow,
      edgeSoftness: 0.02,
      scale: 0.9,
    });
    return { paint, rig, groundY: 0.84 };
  },
};
