import { expect, test } from 'vitest';

import { shortened } from './draw-line.ts';

const length = (line: string) => Array.from(line).length;

test.each([
  ['short.png', 9, 'short.png'],
  ['photograph-0017.png', 11, 'photo…7.png'],
  ['猫の写真のコピー.png', 8, '猫の写真…png'],
  ['photograph-0017.png', 1, '…'],
])('‘%s’ in %i letters is ‘%s’', (name, room, expected) => {
  expect(shortened(name, room, length)).toBe(expected);
});

test('a letter of several code points stays whole', () => {
  const line = shortened('👩‍👧👩‍👧👩‍👧👩‍👧.png', 12, (text) => text.length);
  expect(line.replaceAll('👩‍👧', '')).toMatch(/^…[.png]*$/);
});
