import { expect, test } from 'vitest';

import { crc32 } from './crc32.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('crc32 of 123456789 is the published check value, computed at once and continued', () => {
  expect(crc32(bytes('123456789'))).toBe(0xcbf43926);
  expect(crc32(bytes('6789'), crc32(bytes('12345')))).toBe(0xcbf43926);
});
