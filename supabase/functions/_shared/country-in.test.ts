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
])('reads the header %j as %j', (header, expected) => {
  expect(countryIn(header)).toBe(expected);
});
