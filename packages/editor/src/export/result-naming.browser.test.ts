import { beforeEach, expect, test, vi } from 'vitest';

import { createResultNaming } from './result-naming.ts';

const png = { ending: 'png', fallback: 'image' };

beforeEach(() => localStorage.clear());

test('results are named after their image until a pattern is chosen, which the next image keeps', () => {
  const naming = createResultNaming();
  expect(naming.nameOf('cat.photo.jpg', png)).toBe('cat.photo-cutout.png');
  naming.choose('shop {name}');
  expect(naming.nameOf('cat.jpg', png)).toBe('shop cat.png');
  expect(createResultNaming().nameOf('dog.jpg', { ...png, ending: 'jpg' })).toBe('shop dog.jpg');
});

test('the day is that of the device’s clock', () => {
  vi.useFakeTimers({ now: new Date(2031, 0, 5, 23, 59) });
  const naming = createResultNaming();
  naming.choose('{date}_{name}');
  expect(naming.nameOf('cat.jpg', png)).toBe('2031-01-05_cat.png');
  vi.useRealTimers();
});

test.each([
  ['../{name}:x', 'cat.jpg', 'catx.png'],
  ['{name}', 'CON.jpg', '_CON.png'],
  ['{name}', '???.jpg', 'image.png'],
  ['白虎 {name}', 'кот.jpg', '白虎 кот.png'],
])('pattern ‘%s’ gives %s the valid name %s', (pattern, original, name) => {
  const naming = createResultNaming();
  naming.choose(pattern);
  expect(naming.nameOf(original, png)).toBe(name);
});

test.each(['{n}', '{nmae}', ' ', '{name'])('a single result cannot be named by ‘%s’', (pattern) => {
  const naming = createResultNaming();
  expect(() => naming.choose(pattern)).toThrow(RangeError);
  expect(naming.getState().pattern).toBe('{name}-cutout');
  localStorage.setItem('name-pattern', pattern);
  expect(createResultNaming().getState().pattern).toBe('{name}-cutout');
});
