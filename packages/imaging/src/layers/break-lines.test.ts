import { expect, test } from 'vitest';

import { breakLines } from './break-lines.ts';

const lengthOf = (line: string) => Array.from(line).length;

test.each([
  ['a space', 'en', 'Spring sale', 6, ['Spring', 'sale']],
  ['a line that fits exactly', 'en', 'Spring sale', 11, ['Spring sale']],
  ['line breaks of the writer', 'en', 'one\n\ntwo\r\nthree', 20, ['one', '', 'two', 'three']],
  ['a word that is too long', 'en', 'abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
  ['a no-break space', 'fr', 'Prix : 9 €', 6, ['Prix :', '9 €']],
  ['an empty text', 'en', '', 10, ['']],
  ['Korean at its spaces', 'ko', '봄맞이 할인 행사', 4, ['봄맞이', '할인', '행사']],
])('breaks at %s', (_, language, text, width, lines) => {
  expect(breakLines(text, language, width, lengthOf)).toEqual(lines);
});

test('Chinese is broken between words, never before a full stop or after an opening mark', () => {
  const lines = breakLines('春季新品，全场八折。《限时》', 'zh', 5, lengthOf);
  expect(lines.join('')).toBe('春季新品，全场八折。《限时》');
  for (const line of lines) {
    expect(lengthOf(line)).toBeLessThanOrEqual(5);
    expect(line).not.toMatch(/^[，。》]/);
    expect(line).not.toMatch(/《$/);
  }
});

test('characters that a reader sees as one are not torn apart', () => {
  const family = '👨‍👩‍👧';
  expect(breakLines(family.repeat(3), 'en', 1, (line) => line.length / family.length)).toEqual([
    family,
    family,
    family,
  ]);
});
