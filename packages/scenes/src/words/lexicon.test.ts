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
import { readScene } from './read-scene.ts';

/** Property of a description for each list of a lexicon. */
const keys = { families: 'family', hints: 'family', colors: 'colors', times: 'time', sides: 'side' } as const;

describe.each<[string, Lexicon]>(Object.entries({ de, en, es, fr, ja, ko, ru, zh }))('lexicon of %s', (_, lexicon) => {
  const { ignored, ...lists } = lexicon;

  test('each single entry is read as the meaning that it is listed under', () => {
    const misread: string[] = [];
    for (const [list, values] of Object.entries(lists)) {
      const key = list in keys ? keys[list as keyof typeof keys] : (list as 'light' | 'tone' | 'mood');
      for (const [value, entries] of Object.entries(values)) {
        for (const entry of split(entries)) {
          const { scene } = readScene(entry);
          if (![scene[key]].flat().some((read) => read === value))
            misread.push(`${list}.${value}: ${entry} → ${JSON.stringify(scene)}`);
        }
      }
    }
    expect(misread).toEqual([]);
  });

  test('an entry is listed under one family only, and nothing is listed twice', () => {
    const wrong: string[] = [];
    for (const [list, values] of Object.entries(lists)) {
      const seen = Object.values(values).flatMap((entries) =>
        list === 'colors' ? [...new Set(split(entries))] : split(entries),
      );
      if (list !== 'colors') wrong.push(...seen.filter((entry, index) => seen.indexOf(entry) !== index));
    }
    const meant = new Set(Object.values(lists).flatMap((values) => Object.values<string>(values).flatMap(split)));
    wrong.push(...split(ignored).filter((entry) => meant.has(entry)));
    expect(wrong).toEqual([]);
  });

  test('every family and every colour has an entry', () => {
    for (const entries of [...Object.values(lexicon.families), ...Object.values(lexicon.colors)]) {
      expect(split(entries)).not.toEqual([]);
    }
  });
});

function split(entries: string): string[] {
  return entries
    .split(',')
    .map((entry) => entry.replaceAll('*', '').trim().replace(/\s+/g, ' '))
    .filter((entry) => entry !== '');
}
