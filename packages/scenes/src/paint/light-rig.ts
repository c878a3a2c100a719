import type { SceneDescription } from '../scene/scene.ts';
import type { Rgb } from './color.ts';
import type { Random } from '../scene/random.ts';

/** The light of a scene. */
export interface LightRig {
  /** Direction of the key light: −1 left … 1 right. */
  readonly side: number;
  /** True when the key light comes from behind the subject. */
  readonly isBehind: boolean;
  /** Height of the key light: 0 at the horizon … 1 overhead. */
  readonly height: number;
  readonly color: Rgb;
  /** Colour of the fill light, which lights the shadows and comes from the sky or the surroundings. */
  readonly fill: Rgb;
  readonly exposure: number;
  /** Softness of the shadows' edges: 0.2 hard … 1 soft. */
  readonly softness: number;
}

const lightOfTime = {
  studio: { color: [1, 0.985, 0.96], fill: [0.98, 0.99, 1], height: 0.75, exposure: 1 },
  morning: { color: [1, 0.9, 0.74], fill: [0.86, 0.94, 1], height: 0.45, exposure: 1.02 },
  day: { color: [1, 0.975, 0.93], fill: [0.92, 0.97, 1], height: 0.8, exposure: 1.06 },
  evening: { color: [1, 0.76, 0.52], fill: [0.86, 0.84, 0.98], height: 0.28, exposure: 0.88 },
  night: { color: [0.72, 0.82, 1], fill: [0.5, 0.6, 0.95], height: 0.6, exposure: 0.42 },
} as const satisfies Record<string, Pick<LightRig, 'color' | 'fill' | 'height' | 'exposure'>>;

const sides = { left: -0.85, right: 0.85, above: 0, behind: 0 } as const;
const tones = { bright: 1.2, dark: 0.52 } as const;

/**
 * Creates the light of a scene.
 * @param usual time of day when the description has none. Undefined is a studio's neutral light.
 */
export function lightRigOf(
  { time, side, light, tone }: SceneDescription,
  random: Random,
  usual?: NonNullable<SceneDescription['time']>,
): LightRig {
  const { color, fill, height, exposure } = lightOfTime[time ?? usual ?? 'studio'];
  const own = random.sign() * random.between(0.6, 0.95);
  return {
    side: side ? sides[side] : own,
    isBehind: side === 'behind',
    height: side === 'above' ? 1 : height,
    color,
    fill,
    exposure: exposure * (tone ? tones[tone] : 1),
    softness: light === 'hard' ? 0.25 : light === 'soft' ? 1 : 0.6,
  };
}
