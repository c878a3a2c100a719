import { describe, expect, test } from 'vitest';

import { de } from './lexicon/de.ts';
import { en } from './lexicon/en.ts';
import { es } from './lexicon/es.ts';
import { fr } from './lexicon/fr.ts';
import { ja } from './lexicon/ja.ts';
import { ko } from './lexicon/ko.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { ru } from './lexicon/ru.ts';
import { zh } from './lexicon/zh.ts';
import { readWords } from './read-words.ts';

/** Kind of meaning for each group of lists. */
const kinds = { concepts: 'concept', colors: 'color', times: 'time', sides: 'side' } as const;

describe.each<[string, Lexicon]>(Object.entries({ de, en, es, fr, ja, ko, ru, zh }))('lexicon of %s', (_, lexicon) => {
  const { ignored, places, ...groups } = lexicon;

  test('each single entry is read as the meaning that it is listed under', () => {
    const misread: string[] = [];
    for (const [group, lists] of Object.entries(groups)) {
      const of = group in kinds ? kinds[group as keyof typeof kinds] : group;
      for (const [is, entries] of Object.entries(lists)) {
        for (const entry of split(entries)) {
          const meanings = readWords(entry).flatMap((part) => part.meanings);
          if (!meanings.some((each) => each.of === of && 'is' in each && each.is === is))
            misread.push(`${group}.${is}: ${entry} → ${JSON.stringify(meanings)}`);
        }
      }
    }
    for (const entry of split(places)) {
      if (!readWords(entry).some(({ meanings }) => meanings.some(({ of }) => of === 'place')))
        misread.push(`places: ${entry}`);
    }
    expect(misread).toEqual([]);
  });

  test('nothing is listed twice under one meaning, and no word with a meaning is ignored', () => {
    const lists = Object.values(groups).flatMap((group) => Object.values<string>(group).map(listed));
    const twice = lists.flatMap((list) => list.filter((entry, index) => list.indexOf(entry) !== index));
    const meant = new Set(lists.flat());
    expect([...twice, ...listed(ignored).filter((entry) => meant.has(entry))]).toEqual([]);
  });

  test('every concept and every colour has an entry', () => {
    for (const entries of [...Object.values(lexicon.concepts), ...Object.values(lexicon.colors)]) {
      expect(split(entries)).not.toEqual([]);
    }
  });
});

function split(entries: string): string[] {
  return listed(entries).map((entry) => entry.replaceAll('*', ''));
}

/** Splits a list into its entries with their stars. */
function listed(entries: string): string[] {
  return entries
    .split(',')
    .map((entry) => entry.trim().replace(/\s+/g, ' '))
    .filter((entry) => entry !== '');
}
