import { createRandom } from './random.ts';
import { type SceneColor, type SceneDescription, sceneSides, type SceneTime } from './scene.ts';

/** A scene and the seed that it is painted with. Together they determine one image. */
export interface SceneVariant {
  readonly scene: SceneDescription;
  /** A 32-bit integer. */
  readonly seed: number;
}

/** Properties that a variant may choose when the description leaves them open. The first variant chooses none. */
const choices: readonly [Partial<SceneDescription>, ...Partial<SceneDescription>[]] = [
  {},
  { time: 'morning', light: 'soft' },
  { tone: 'dark', light: 'soft' },
  { time: 'evening', light: 'hard' },
];

/** Colours that match any other colour. */
const companions = ['white', 'beige', 'grey', 'brown'] as const satisfies readonly SceneColor[];

/**
 * Creates variants of one scene. The first is the plain description. The others choose properties that it leaves open:
 * the time of day, the tone, the side and the hardness of the light, and a second colour next to the named one.
 * @param seed a 32-bit integer. Another seed yields other variants.
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
    // A named tone also implies the time of day, so a variant does not change it.
    return { scene: { side, ...chosen, ...(!scene.tone && { time }), ...scene, colors }, seed: own };
  });
}

const nextTimes: Readonly<Record<SceneTime, SceneTime>> = {
  morning: 'day',
  day: 'morning',
  evening: 'night',
  night: 'evening',
};

/**
 * Creates scenes that are similar to one: at most one property of its light or colours changes, and the seed is new.
 */
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
