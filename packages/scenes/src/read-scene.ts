import { type Meaning, readWords, type SentencePart } from '@isola/sets/words';

import { painted, suggested } from './families-of-words.ts';
import type { SceneColor, SceneDescription, SceneFamily } from './scene/scene.ts';

/** Result of reading a sentence. */
export interface SceneReading {
  readonly scene: SceneDescription;
  /** Parts of the sentence that name something, or that are unknown. */
  readonly parts: readonly SentencePart[];
  /** Indexes of the parts that the scene shows. */
  readonly shown: readonly number[];
  /** False when no word is known. The scene is then a studio. */
  readonly understood: boolean;
}

/**
 * Reads a scene from a sentence in English, Chinese, Japanese, Korean, German, French, Spanish or Russian, or in
 * several of these at once. It never throws, and takes time in proportion to the sentence's length.
 *
 * @example
 * readScene('on a marble table in morning light').scene; // { family: 'marble', time: 'morning' }
 */
export function readScene(words: string): SceneReading {
  const parts = readWords(words);
  const meanings = parts.flatMap((part) => part.meanings.filter(isPaintable));
  const scene = describe(meanings);
  const shown = parts.flatMap((part, index) => (part.meanings.some((each) => isShown(each, scene)) ? [index] : []));
  return { scene, parts, shown, understood: meanings.length > 0 };
}

function isPaintable(meaning: Meaning): boolean {
  if (meaning.of === 'blur' || meaning.of === 'warmth') return false;
  return meaning.of !== 'concept' || (painted[meaning.is] ?? suggested[meaning.is]) !== undefined;
}

/** Returns whether the scene shows what a word names, and not only something that it suggests. */
function isShown(meaning: Meaning, { family, colors, time, side, light, tone, mood }: SceneDescription): boolean {
  switch (meaning.of) {
    case 'concept':
      return painted[meaning.is] === family;
    case 'color':
      return colors?.includes(meaning.is) ?? false;
    case 'time':
      return time === meaning.is;
    case 'side':
      return side === meaning.is;
    case 'light':
      return light === meaning.is;
    case 'tone':
      return tone === meaning.is;
    case 'mood':
      return mood === meaning.is;
    case 'place':
    case 'blur':
    case 'warmth':
      return false;
    default:
      return meaning satisfies never;
  }
}

/**
 * Precedence of families when a sentence names several: the set, then an occasion, the surface that a product stands
 * on, the place, the wall, and last the things that fill the air or light the scene. Among equals, the first one wins.
 */
const familyRanks: Readonly<Record<SceneFamily, number>> = {
  podium: 9,
  arch: 9,
  festive: 8,
  neon: 8,
  marble: 7,
  wood: 7,
  terrazzo: 7,
  linen: 7,
  silk: 7,
  slate: 7,
  beach: 6,
  sea: 6,
  snow: 6,
  meadow: 6,
  forest: 6,
  autumn: 6,
  mountains: 6,
  city: 6,
  leaves: 5,
  concrete: 4,
  brick: 4,
  paper: 3,
  sunset: 3,
  sky: 3,
  spotlight: 3,
  smoke: 3,
  gold: 3,
  rain: 3,
  window: 2,
  studio: 1,
};

function describe(meanings: readonly Meaning[]): SceneDescription {
  const families: SceneFamily[] = [];
  const hints: SceneFamily[] = [];
  const colors = new Set<SceneColor>();
  const scene: { -readonly [Key in keyof SceneDescription]: SceneDescription[Key] } = { family: 'studio' };
  for (const meaning of meanings) {
    switch (meaning.of) {
      case 'concept': {
        const { [meaning.is]: family } = painted;
        const { [meaning.is]: hint } = suggested;
        if (family) families.push(family);
        if (hint) hints.push(hint);
        break;
      }
      case 'place':
        hints.push('city');
        break;
      case 'color':
        if (colors.size < 2) colors.add(meaning.is);
        if (meaning.is === 'gold') hints.push('gold');
        break;
      case 'time':
        // Any other time is more specific than day, as in "a sunny morning".
        if (!scene.time || scene.time === 'day') scene.time = meaning.is;
        break;
      case 'side':
        scene.side ??= meaning.is;
        break;
      case 'light':
        scene.light ??= meaning.is;
        break;
      case 'tone':
        scene.tone ??= meaning.is;
        break;
      case 'mood':
        scene.mood ??= meaning.is;
        break;
      case 'blur':
      case 'warmth':
        break;
      default:
        meaning satisfies never;
    }
  }
  const named = nearest(families) ?? nearest(hints);
  if (named) scene.family = named;
  else if (colors.size > 0) scene.family = 'paper';
  else if (scene.time === 'night') scene.family = 'city';
  if (colors.size > 0) scene.colors = [...colors];
  return scene;
}

/** Families that are painted behind a wooden table. A sentence that names both means one of them. */
const behindWood: ReadonlySet<SceneFamily> = new Set(['forest', 'autumn', 'brick']);

function nearest(families: readonly SceneFamily[]): SceneFamily | undefined {
  const best = families.reduce<SceneFamily | undefined>(
    (before, family) => (before === undefined || familyRanks[family] > familyRanks[before] ? family : before),
    undefined,
  );
  return best === 'wood' ? (families.find((family) => behindWood.has(family)) ?? best) : best;
}
