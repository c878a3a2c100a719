import { createRandom } from '../paint/random.ts';
import { sceneColors, type SceneColor, type SceneDescription, sceneSides, type SceneTime } from './scene.ts';

/** A scene and the chance that it is painted by: together they are one picture. */
export interface SceneVariant {
  readonly scene: SceneDescription;
  /** A whole number of 32 bits. */
  readonly seed: number;
}

/**
 * Gives different pictures of one scene. The first keeps to the words; the others choose what the words leave open: the side
 * and the hardness of the light, a colour, a time of day.
 * @param seed a whole number of 32 bits: another seed gives other pictures.
 */
export function variants(scene: SceneDescription, seed: number, count: number): readonly SceneVariant[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const own = Math.floor(random.next() * 0x7fff_ffff);
    if (index === 0) return { scene, seed: own };
    const side = random.pick(sceneSides);
    const light = random.pick(['soft', 'hard'] as const);
    return { scene: { ...scene, side: scene.side ?? side, light: scene.light ?? light }, seed: own };
  });
}

const nextTimes: Readonly<Record<SceneTime, SceneTime>> = {
  morning: 'day',
  day: 'morning',
  evening: 'night',
  night: 'evening',
};

/** Gives pictures that are near to one: its light and colours stay but for one of them, and chance is another. */
export function moreLike({ scene, seed }: SceneVariant, count: number): readonly SceneVariant[] {
  const random = createRandom(seed ^ 0x5bd1_e995);
  return Array.from({ length: count }, (_, index) => {
    const own = Math.floor(random.next() * 0x7fff_ffff);
    switch (index % 4) {
      case 1:
        return { scene: { ...scene, side: scene.side === 'left' ? ('right' as const) : ('left' as const) }, seed: own };
      case 2:
        return { scene: { ...scene, time: scene.time && nextTimes[scene.time] }, seed: own };
      case 3:
        return {
          scene: { ...scene, colors: [scene.colors?.[0] ?? anyColor(random.next()), anyColor(random.next())] },
          seed: own,
        };
      default:
        return { scene, seed: own };
    }
  });
}

function anyColor(chance: number): SceneColor {
  return sceneColors[Math.floor(chance * sceneColors.length)] ?? 'beige';
}
