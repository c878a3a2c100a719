import { addClouds, heavenOf, skyAt } from '../paint/heaven.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import type { FamilyDefinition } from './family.ts';

/** A sky with clouds, seen at a slight upward angle. */
export const sky: FamilyDefinition = {
  id: 'sky',
  compose(scene, random) {
    const time = scene.time ?? 'day';
    const rig = lightRigOf(scene, random, time);
    const heaven = heavenOf(time, scene.tone === 'dark' ? 0.6 : 1);
    const clouds = { at: random.between(0, 90), cover: random.between(0.4, 0.62), scale: random.between(0.8, 1.2) };
    const paint = (x: number, y: number, into: Float64Array) => {
      const up = 1.05 - y;
      skyAt(heaven, up, into);
      addClouds(heaven, x, up, clouds, into);
    };
    return { paint, rig, groundY: undefined };
  },
};
