import { expect, test } from 'vitest';

import { countryOf } from './country-of.ts';

// The public networks below have belonged to registries and universities of these countries for decades.
test.each([
  ['129.132.1.1', 'CH'],
  ['133.11.1.1', 'JP'],
  ['2001:620::1', 'CH'],
  ['127.0.0.1', null],
  ['not an address', null],
  [null, null],
])('%s is in %s', async (address, country) => {
  expect(await countryOf(address)).toBe(country);
});
