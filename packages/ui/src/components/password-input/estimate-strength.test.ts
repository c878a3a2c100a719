import { expect, test } from 'vitest';

import { estimateStrength } from './estimate-strength.ts';

test('an empty password has the lowest level', () => {
  expect(estimateStrength('')).toBe(0);
});

// Examples from the top of the lists of most used passwords that national security centres publish.
test.each(['123456', '123456789', 'qwerty', 'qwertyuiop', '111111', 'abc123', 'aaaaaaaaaaaaaaaa', 'abcdefghijklm'])(
  '“%s” has level 0',
  (password) => {
    expect(estimateStrength(password)).toBe(0);
  },
);

test.each(['password', 'Password1', 'Passw0rd!', 'liverpool', 'Sunshine2024!', 'iloveyou'])(
  '“%s” is weak despite its suffix',
  (password) => {
    expect(estimateStrength(password)).toBeLessThanOrEqual(1);
  },
);

// Random passwords with known entropy: length × log2 of the number of possible characters.
test.each([
  ['hwzkcvpt', 37.6, 1],
  ['gvtxmrbqkzpw', 56.4, 2],
  ['9fK#wQ2xL!', 65.7, 3],
  ['vT8$kPz3!mWq7Rx', 98.5, 4],
])('“%s” with %d bits of entropy has level %i', (password, _bits, level) => {
  expect(estimateStrength(password)).toBe(level);
});

test('a long sentence is strong without special characters', () => {
  expect(estimateStrength('correct horse battery staple')).toBe(4);
  expect(estimateStrength('белый тигр лежит на траве')).toBe(4);
});

test('a longer password of the same kind is never weaker', () => {
  const random = 'k7wqzmxr4tbgyvnp2hcd';
  const levels = Array.from(random, (_, at) => estimateStrength(random.slice(0, at + 1)));
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  expect(levels.at(-1)).toBe(4);
});

test('repetition adds little strength', () => {
  expect(estimateStrength('tigertigertigertiger')).toBeLessThanOrEqual(1);
});

test('scripts without letter case count too', () => {
  expect(estimateStrength('白虎')).toBe(0);
  expect(estimateStrength('白虎躺在草地上晒太阳')).toBe(4);
});
