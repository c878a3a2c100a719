import { de } from './lexicon/de.ts';
import { en } from './lexicon/en.ts';
import { es } from './lexicon/es.ts';
import { fr } from './lexicon/fr.ts';
import { ja } from './lexicon/ja.ts';
import { ko } from './lexicon/ko.ts';
import type { Entries, Lexicon } from './lexicon/lexicon.ts';
import { ru } from './lexicon/ru.ts';
import { zh } from './lexicon/zh.ts';
import type { Concept, LightSide, NamedColor, TimeOfDay } from './terms.ts';
import { fold, type Script, type Token } from './tokenize.ts';

/** Meaning of an entry for the background. */
export type Meaning =
  | { readonly of: 'concept'; readonly is: Concept }
  | { readonly of: 'place' }
  | { readonly of: 'color'; readonly is: NamedColor }
  | { readonly of: 'time'; readonly is: TimeOfDay }
  | { readonly of: 'side'; readonly is: LightSide }
  | { readonly of: 'light'; readonly is: 'soft' | 'hard' }
  | { readonly of: 'tone'; readonly is: 'bright' | 'dark' }
  | { readonly of: 'mood'; readonly is: 'pastel' | 'vivid' | 'muted' }
  | { readonly of: 'blur'; readonly is: 'more' | 'less' }
  | { readonly of: 'warmth'; readonly is: 'warm' | 'cool' };

/** One word of an entry. */
interface Part {
  readonly stem: string;
  readonly beginsAnywhere: boolean;
  readonly ending: 'none' | 'any' | 'particle';
}

interface Entry {
  readonly parts: readonly [Part, ...Part[]];
  /** Length of all parts together, in letters. */
  readonly length: number;
  /** Meanings of the entry; empty for a word that describes no background. */
  readonly meanings: readonly Meaning[];
}

/** A lexicon, prepared for lookups. */
export interface Vocabulary {
  readonly script: Script;
  /** True when words may be compounds, as in "Marmortisch": after an entry, the rest of the word is read as well. */
  readonly joinsWords: boolean;
  /** Entries by their first letter, longer ones first. */
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
}

export interface Found {
  readonly entry: Entry;
  /** Index after the last letter of the entry, in its last token. */
  readonly end: number;
}

/**
 * All vocabularies, in the order in which they are tried when the sentence itself decides nothing. Chinese and Japanese
 * agree on the words that they share.
 */
export const vocabularies: readonly Vocabulary[] = [
  createVocabulary(en, 'latin'),
  createVocabulary(de, 'latin', true),
  createVocabulary(fr, 'latin'),
  createVocabulary(es, 'latin'),
  createVocabulary(ru, 'cyrillic'),
  createVocabulary(zh, 'han', true),
  createVocabulary(ja, 'han', true),
  createVocabulary(ko, 'hangul', true),
];

/**
 * Finds the longest entry that begins at a letter of a token.
 * @param isBeginning whether a word, or a part of a compound, begins at that letter.
 */
export function findEntry(
  { entries }: Vocabulary,
  tokens: readonly Token[],
  index: number,
  offset: number,
  isBeginning: boolean,
): Found | undefined {
  for (const entry of entries.get(tokens[index]?.folded.charAt(offset) ?? '') ?? []) {
    if (!isBeginning && !entry.parts[0].beginsAnywhere) continue;
    const end = endOf(entry, tokens, index, offset);
    if (end !== undefined) return { entry, end };
  }
  return undefined;
}

function endOf({ parts }: Entry, tokens: readonly Token[], index: number, offset: number): number | undefined {
  let end = 0;
  for (const [n, { stem, ending }] of parts.entries()) {
    const word = tokens[index + n]?.folded ?? '';
    const start = n === 0 ? offset : 0;
    if (!word.startsWith(stem, start)) return undefined;
    end = start + stem.length;
    if (ending === 'none' && end < word.length) return undefined;
    if (ending === 'particle' && !particle.test(word.slice(end, end + 4))) return undefined;
  }
  return end;
}

/** Particles that may follow a Korean noun in the same word. */
const particle = /^(?:에서|에는|에|의|을|를|이|가|은|는|과|와|으로|로|위에서|위에|위|속에서|속에|속의|속|도|만)?$/u;

function createVocabulary(lexicon: Lexicon, script: Script, joinsWords = false): Vocabulary {
  const meanings = new Map<string, Meaning[]>();
  const add = (list: Entries, ...meaning: Meaning[]) => {
    for (const written of splitEntries(list)) {
      const known = meanings.get(written);
      if (known) known.push(...meaning);
      else meanings.set(written, [...meaning]);
    }
  };
  for (const [written, meaning] of meaningsOf(lexicon)) add(written, meaning);
  add(lexicon.ignored);

  const entries = new Map<string, Entry[]>();
  for (const [written, meaning] of meanings) {
    const [first, ...others] = written.split(' ').map((word) => partOf(word, script));
    if (!first) continue;
    const parts = [first, ...others] as const;
    const entry = { parts, length: parts.reduce((sum, { stem }) => sum + stem.length, 0), meanings: meaning };
    const initial = first.stem.charAt(0);
    const list = entries.get(initial);
    if (list) list.push(entry);
    else entries.set(initial, [entry]);
  }
  for (const list of entries.values()) {
    list.sort((a, b) => b.length - a.length);
  }
  return { script, joinsWords, entries };
}

/** Splits a list into its entries. */
function splitEntries(list: Entries): readonly string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Returns all lists of a lexicon with their meanings. */
function meaningsOf(lexicon: Lexicon): readonly (readonly [Entries, Meaning])[] {
  const { concepts, places, colors, times, sides, light, tone, mood, blur, warmth } = lexicon;
  return [
    ...listsOf(concepts).map(([is, list]) => [list, { of: 'concept', is }] as const),
    [places, { of: 'place' }] as const,
    ...listsOf(colors).map(([is, list]) => [list, { of: 'color', is }] as const),
    ...listsOf(times).map(([is, list]) => [list, { of: 'time', is }] as const),
    ...listsOf(sides).map(([is, list]) => [list, { of: 'side', is }] as const),
    ...listsOf(light).map(([is, list]) => [list, { of: 'light', is }] as const),
    ...listsOf(tone).map(([is, list]) => [list, { of: 'tone', is }] as const),
    ...listsOf(mood).map(([is, list]) => [list, { of: 'mood', is }] as const),
    ...listsOf(blur).map(([is, list]) => [list, { of: 'blur', is }] as const),
    ...listsOf(warmth).map(([is, list]) => [list, { of: 'warmth', is }] as const),
  ];
}

function listsOf<K extends string>(lists: Readonly<Partial<Record<K, Entries>>>): readonly (readonly [K, Entries])[] {
  return Object.entries(lists) as [K, Entries][];
}

function partOf(written: string, script: Script): Part {
  const stem = fold(written.replaceAll('*', ''));
  if (script === 'han') return { stem, beginsAnywhere: true, ending: 'any' };
  if (script === 'hangul') {
    return stem.length > 1
      ? { stem, beginsAnywhere: true, ending: 'any' }
      : { stem, beginsAnywhere: false, ending: 'particle' };
  }
  return { stem, beginsAnywhere: written.startsWith('*'), ending: written.endsWith('*') ? 'any' : 'none' };
}
