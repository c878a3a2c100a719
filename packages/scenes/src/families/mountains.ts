import { mixed, rgb, times } from '../paint/color.ts';
import { addClouds, heavenOf, skyAt } from '../paint/heaven.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { layeredNoise, smoothStep, valueNoise } from '../paint/noise.ts';
import { type Paint, vignette } from '../paint/paint.ts';
import type { FamilyDefinition } from './family.ts';

/** Half the width of a crest's edge, in image heights. */
const edge = 0.0025;
/** Reach of a profile to both sides, in image heights, and its number of samples per image height. */
const [reach, perHeight] = [3, 1024];

/** Mountain ridges behind each other, paler with the distance. */
export const mountains: FamilyDefinition = {
  id: 'mountains',
  compose(scene, random) {
    const time = scene.time ?? 'morning';
    const rig = lightRigOf(scene, random, time);
    const heaven = heavenOf(time, scene.tone === 'dark' ? 0.6 : 1);
    const at = random.between(0, 90);
    const near = rgb({ morning: '#4d6470', day: '#3f5f55', evening: '#4a3f58', night: '#0c1424' }[time]);
    const far = times(mixed(heaven.horizon, heaven.zenith, 0.62), 0.86);
    const ridges = Array.from({ length: 5 }, (_, layer) => {
      const base = 0.46 + 0.115 * layer;
      const rough = 0.36 - 0.052 * layer;
      const scale = 0.75 + 0.3 * layer;
      // The nearest ridges have trees.
      const trees = layer < 3 ? 0 : 0.009 * (layer - 2);
      const slope = profile((x) => {
        const height = layeredNoise(x * scale + at + layer * 11, layer * 5.3, 4);
        const fine = layeredNoise(x * 11 + layer * 7, at, 2) - 0.5;
        return base - rough * (1 - Math.abs(2 * height - 1)) + 0.09 - 0.018 * fine;
      });
      const crest = profile((x) => {
        const crown = trees && trees * (valueNoise(x * 95 + at, layer) + 0.8 * valueNoise(x * 41, layer + at));
        return crestAt(slope, x) - crown;
      });
      return { color: mixed(far, near, (0.06 + 0.235 * layer) ** 1.15), base, slope, crest };
    });
    const paint: Paint = (x, y, into) => {
      skyAt(heaven, (0.62 - y) / 0.62, into);
      addClouds(heaven, x, (0.62 - y) / 0.62, { at, cover: 0.3, scale: 0.7 }, into);
      // The nearest ridge that covers a position hides all ridges behind it.
      const covering = ridges.findLastIndex(({ crest }) => y >= crestAt(crest, x) + edge);
      for (let layer = Math.max(0, covering); layer < ridges.length; layer += 1) {
        const ridge = ridges[layer];
        if (!ridge) continue;
        const top = crestAt(ridge.crest, x);
        const on = smoothStep(top - edge, top + edge, y);
        if (on === 0) continue;
        const mist = 0.85 * smoothStep(crestAt(ridge.slope, x) - 0.02, ridge.base + 0.19, y) * (1 - layer * 0.19);
        const face = 1 + 0.16 * (layeredNoise(x * 7 + layer, y * 9, 3) - 0.5) * (0.3 + 0.2 * layer);
        for (let channel = 0; channel < 3; channel += 1) {
          const own = (ridge.color[channel] ?? 0) * face;
          const hazed = own + ((heaven.horizon[channel] ?? 0) - own) * Math.min(1, mist);
          into[channel] = (into[channel] ?? 0) + (hazed - (into[channel] ?? 0)) * on;
        }
      }
      const lens = vignette(x, y, 0.16);
      for (let channel = 0; channel < 3; channel += 1) into[channel] = (into[channel] ?? 0) * lens;
    };
    return { paint, rig, groundY: undefined };
  },
};

/** Samples heights along the image's width. They are the same in every row, so they are computed once. */
function profile(heightAt: (x: number) => number): Float64Array {
  return Float64Array.from({ length: 2 * reach * perHeight + 1 }, (_, index) => heightAt(index / perHeight - reach));
}

function crestAt(heights: Float64Array, x: number): number {
  const place = Math.min(heights.length - 1, Math.max(0, (x + reach) * perHeight));
  const left = Math.floor(place);
  const before = heights[left] ?? 0;
  return before + ((heights[left + 1] ?? before) - before) * (place - left);
}
