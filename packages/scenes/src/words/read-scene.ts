import type { SceneColor, SceneDescription, SceneFamily } from '../scene/scene.ts';
import { type Token, tokenize } from './tokenize.ts';
import { findEntry, type Found, type Meaning, vocabularies, type Vocabulary } from './vocabulary.ts';

/** Result of reading a sentence. */
export interface SceneReading {
  readonly scene: SceneDescription;
  /** Words that the scene was read from, as typed and in their order, each once. */
  readonly matched: readonly string[];
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
  const meanings: Meaning[] = [];
  const matched = new Set<string>();
  for (const { found, text } of findAll(tokenize(words))) {
    if (found.entry.meanings.length === 0) continue;
    meanings.push(...found.entry.meanings);
    matched.add(text);
  }
  return { scene: describe(meanings), matched: [...matched], understood: matched.size > 0 };
}

/** Finds all entries in the order of the sentence. */
function findAll(tokens: readonly Token[]): readonly { found: Found; text: string }[] {
  const ranked = rankVocabularies(tokens);
  const all: { found: Found; text: string }[] = [];
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index];
    if (!token) break;
    const { folded, script } = token;
    const asked = ranked.filter((vocabulary) => vocabulary.script === script);
    let wordsRead = 1;
    let end = 0;
    for (let offset = 0; offset < folded.length;) {
      // One or two letters may connect the parts of a compound word, as in "Frühlingstag".
      const best = findBest(asked, tokens, index, offset, offset === 0 || (end > 0 && offset <= end + 2));
      if (!best) {
        offset++;
        continue;
      }
      const { found, vocabulary } = best;
      wordsRead = found.entry.parts.length;
      const isPartOfRun = wordsRead === 1 && (script === 'han' || script === 'hangul');
      const words = tokens.slice(index, index + wordsRead).map(({ text }) => text);
      all.push({ found, text: isPartOfRun ? token.text.slice(offset, found.end) : words.join(' ') });
      if (wordsRead > 1 || !vocabulary.joinsWords) break;
      end = found.end;
      offset = end;
    }
    index += wordsRead;
  }
  return all;
}

/**
 * Finds the best entry at a position: the longest one in Chinese and Japanese, which share their characters, and
 * otherwise that of the first language that has one.
 */
function findBest(
  asked: readonly Vocabulary[],
  tokens: readonly Token[],
  index: number,
  offset: number,
  isBeginning: boolean,
): { found: Found; vocabulary: Vocabulary } | undefined {
  let best: { found: Found; vocabulary: Vocabulary } | undefined;
  for (const vocabulary of asked) {
    const found = findEntry(vocabulary, tokens, index, offset, isBeginning);
    if (!found || (best && best.found.entry.length >= found.entry.length)) continue;
    best = { found, vocabulary };
    if (vocabulary.script !== 'han') break;
  }
  return best;
}

/**
 * Sorts the languages: those that know more words of the sentence come first, then those that know more words about the
 * scene, and then those that know longer words.
 */
function rankVocabularies(tokens: readonly Token[]): readonly Vocabulary[] {
  return vocabularies
    .map((vocabulary) => {
      const sum = { vocabulary, known: 0, ofScene: 0, letters: 0 };
      for (let index = 0; index < tokens.length;) {
        const isTold = vocabulary.script === 'latin' && tokens[index]?.script === 'latin';
        const entry = isTold ? findEntry(vocabulary, tokens, index, 0, true)?.entry : undefined;
        const wordsRead = entry?.parts.length ?? 0;
        sum.known += wordsRead;
        if (entry?.meanings.length) sum.ofScene += wordsRead;
        sum.letters += entry?.length ?? 0;
        index += Math.max(1, wordsRead);
      }
      return sum;
    })
    .toSorted((a, b) => b.known - a.known || b.ofScene - a.ofScene || b.letters - a.letters)
    .map(({ vocabulary }) => vocabulary);
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
      case 'family':
        families.push(meaning.is);
        break;
      case 'hint':
        hints.push(meaning.is);
        break;
      case 'color':
        if (colors.size < 2) colors.add(meaning.is);
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
