import { expect, test } from 'vitest';

import { matchOptions, type ComboboxOption } from './match-options.ts';

const countries: ComboboxOption[] = [
  { value: 'at', label: 'Österreich' },
  { value: 'cn', label: '中国', keywords: ['zhongguo', 'China'] },
  { value: 'fr', label: 'France' },
  { value: 'ci', label: 'Côte d’Ivoire' },
  { value: 'ru', label: 'Россия' },
  { value: 'kr', label: '대한민국' },
  { value: 'tr', label: 'İstanbul' },
];

function found(query: string, locale = 'en') {
  return matchOptions(countries, query, locale).map(({ value }) => value);
}

test('an empty query leaves everything as it is', () => {
  expect(matchOptions(countries, '  ')).toBe(countries);
});

test('case and accents do not matter', () => {
  expect(found('COTE')).toEqual(['ci']);
  expect(found('oster', 'de')).toEqual(['at']);
  expect(found('росс', 'ru')).toEqual(['ru']);
});

test('a query is found within the word, blanks around it aside', () => {
  expect(found(' ivo ')).toEqual(['ci']);
  expect(found('민국', 'ko')).toEqual(['kr']);
});

test('keywords count like the label', () => {
  expect(found('zhong', 'zh')).toEqual(['cn']);
  expect(found('中', 'zh')).toEqual(['cn']);
});

test('letters that a language keeps apart stay apart', () => {
  expect(found('oster', 'sv')).toEqual([]);
});

test('an accent typed as a sign of its own is the same accent', () => {
  expect(found('Co\u0302te')).toEqual(['ci']);
  expect(matchOptions([{ value: 'e', label: 'Cafe\u0301 au lait' }], 'café au')).toHaveLength(1);
});

test('several matches keep their order', () => {
  expect(found('an')).toEqual(['fr', 'tr']);
});

test('what does not occur is not found', () => {
  expect(found('xyz')).toEqual([]);
});
