import { createRandom } from '../paint/random.ts';
import { type SceneColor, type SceneDescription, sceneSides, type SceneTime } from './scene.ts';

/** A scene and the chance that it is painted by: together they are one picture. */
export interface SceneVariant {
  readonly scene: SceneDescription;
  /** A whole number of 32 bits. */
  readonly seed: number;
}

/** What a variant may choose where the words leave it open. The first keeps to the words. */
const choices: readonly [Partial<SceneDescription>, ...Partial<SceneDescription>[]] = [
  {},
  { time: 'morning', light: 'soft' },
  { tone: 'dark', light: 'soft' },
  { time: 'evening', light: 'hard' },
];

/** They go with any colour. */
const companions = ['white', 'beige', 'grey', 'brown'] as const satisfies readonly SceneColor[];

/**
 * Gives different pictures of one scene. The first keeps to the words; the others choose what the words leave open: the time of
 * day, the tone, the side and the hardness of the light, and a colour beside the one that is named.
 * @param seed a whole number of 32 bits: another seed gives other pictures.
 */
export function variants(scene: SceneDescription, seed: number, count: number): readonly SceneVariant[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const own = Math.floor(random.next() * 0x7fff_ffff);
    const side = random.pick(sceneSides);
    const companion = random.pick(companions);
    if (index === 0) return { scene, seed: own };
    const [named, ...others] = scene.colors ?? [];
    const colors = named && others.length === 0 ? [named, companion] : scene.colors;
    const { time, ...chosen } = choices[index % choices.length] ?? choices[0];
    // Words that say how light it is have said when it is, too.
    return { scene: { side, ...chosen, ...(!scene.tone && { time }), ...scene, colors }, seed: own };
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
        return { scene: { ...scene, time: scene.time ? nextTimes[scene.time] : ('evening' as const) }, seed: own };
      case 3:
        return {
          scene: { ...scene, colors: [scene.colors?.[0] ?? random.pick(companions), random.pick(companions)] },
          seed: own,
        };
      default:
        return { scene, seed: own };
    }
  });
}
