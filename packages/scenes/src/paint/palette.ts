import type { SceneColor, SceneDescription } from '../scene/scene.ts';
import { mixed, rgb, type Rgb, saturated } from './color.ts';
import type { Random } from '../scene/random.ts';

const shades: Readonly<Record<SceneColor, string>> = {
  red: '#b13b33',
  orange: '#d67f43',
  yellow: '#e2bc55',
  green: '#77936f',
  teal: '#4e8d89',
  blue: '#6289b5',
  purple: '#8673a9',
  pink: '#e0a8ad',
  brown: '#7a5b46',
  beige: '#d9c8b2',
  white: '#efedea',
  grey: '#a5a4a2',
  black: '#262628',
  gold: '#c59f4b',
  silver: '#b9bcc2',
};

/**
 * Returns the colour that the description names at the given place, adjusted to its mood and tone; undefined when it
 * names none.
 */
export function namedColor({ colors, mood, tone }: SceneDescription, place: 0 | 1): Rgb | undefined {
  const name = colors?.[place];
  return name && inMood(rgb(shades[name]), mood, tone);
}

/** Returns the named colour, or one of the others by chance. */
export function colorOr(
  scene: SceneDescription,
  place: 0 | 1,
  random: Random,
  others: readonly [string, ...string[]],
): Rgb {
  const other = inMood(rgb(random.pick(others)), scene.mood, undefined);
  return namedColor(scene, place) ?? other;
}

function inMood(color: Rgb, mood: SceneDescription['mood'], tone: SceneDescription['tone']): Rgb {
  const toned = tone === 'dark' ? mixed(color, [0.01, 0.01, 0.012], 0.35) : color;
  switch (mood) {
    case 'pastel':
      return mixed(toned, [0.92, 0.92, 0.92], 0.5);
    case 'vivid':
      return saturated(toned, 1.4);
    case 'muted':
      return saturated(toned, 0.5);
    case undefined:
      return toned;
    default:
      return mood satisfies never;
  }
}
