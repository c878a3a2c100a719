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

test('an empty query returns all options', () => {
  expect(matchOptions(countries, '  ')).toBe(countries);
});

test('case and accents are ignored', () => {
  expect(found('COTE')).toEqual(['ci']);
  expect(found('oster', 'de')).toEqual(['at']);
  expect(found('росс', 'ru')).toEqual(['ru']);
});

test('a query matches within a word, and surrounding spaces are ignored', () => {
  expect(found(' ivo ')).toEqual(['ci']);
  expect(found('민국', 'ko')).toEqual(['kr']);
});

test('keywords match like the label', () => {
  expect(found('zhong', 'zh')).toEqual(['cn']);
  expect(found('中', 'zh')).toEqual(['cn']);
});

test('letters that a language distinguishes do not match each other', () => {
  expect(found('oster', 'sv')).toEqual([]);
});

test('a combining accent matches the precomposed letter', () => {
  expect(found('Co\u0302te')).toEqual(['ci']);
  expect(matchOptions([{ value: 'e', label: 'Cafe\u0301 au lait' }], 'café au')).toHaveLength(1);
});

test('matches keep their order', () => {
  expect(found('an')).toEqual(['fr', 'tr']);
});

test('a query that does not occur returns no options', () => {
  expect(found('xyz')).toEqual([]);
});
