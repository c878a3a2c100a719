import { expect, test } from 'vitest';

import { formatBytes, formatMegabytes, formatPercent, formatSeconds } from './format.ts';

// Expected by hand from CLDR's patterns; the spaces in them are no-break ones.
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test.each([
  ['en', '88.2 MB'],
  ['de', '88,2 MB'],
  ['fr', '88,2 Mo'],
  ['ru', '88,2 МБ'],
  ['zh', '88.2 MB'],
] as const)('megabytes in %s', (locale, expected) => {
  expect(plain(formatMegabytes(locale, 88_188_479))).toBe(expected);
});

test('a size is told in the unit that gives few digits', () => {
  expect(plain(formatBytes('en', 512))).toBe('512 byte');
  expect(plain(formatBytes('en', 512_000))).toBe('512 kB');
  expect(plain(formatBytes('en', 2_500_000))).toBe('2.5 MB');
});

test('seconds and percent', () => {
  expect(formatSeconds('en', 1_449)).toBe('1.4s');
  expect(formatSeconds('zh', 1_449)).toBe('1.4秒');
  expect(plain(formatPercent('de', 0.461))).toBe('46 %');
});
