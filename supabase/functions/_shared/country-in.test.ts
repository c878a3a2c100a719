import { expect, test } from 'vitest';

import { countryIn } from './country-in.ts';

test.each([
  ['de', 'DE'],
  [' FR ', 'FR'],
  ['XX', null],
  ['T1', null],
  ['<script>', null],
  ['', null],
  [undefined, null],
])('the header %j names %j', (header, expected) => {
  expect(countryIn(header)).toBe(expected);
});
