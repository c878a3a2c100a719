import { expect, test } from 'vitest';

import { normaliseMatte } from './normalise-matte.ts';

test('the surest pixels become entirely subject and background', () => {
  const mask = Float32Array.from([0.25, 0.5, 0.75]);
  expect(normaliseMatte(mask)).toBe('found');
  expect([...mask]).toEqual([0, 0.5, 1]);
});

test('a faint mask is not a subject, and is not stretched into one', () => {
  const mask = Float32Array.from([0.01, 0.02, 0.2]);
  expect(normaliseMatte(mask)).toBe('none');
  expect([...mask]).toEqual([0, 0, 0]);
});

test('an image that is entirely subject stays full', () => {
  const mask = Float32Array.from([0.75, 1, 0.75]);
  expect(normaliseMatte(mask)).toBe('found');
  expect([...mask]).toEqual([0.75, 1, 0.75]);
});

test('a mask that is not a number is not a subject', () => {
  const mask = Float32Array.from([NaN, NaN]);
  expect(normaliseMatte(mask)).toBe('none');
  expect([...mask]).toEqual([0, 0]);
});
