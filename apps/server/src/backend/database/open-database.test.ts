import { expect, test } from 'vitest';

import { isoTime } from './open-database.ts';

test.each([
  ['2026-11-21 07:19:55+00', '2026-11-21T07:19:55+00:00'],
  ['2026-11-21 07:19:55.123456+00', '2026-11-21T07:19:55.123456+00:00'],
  ['2026-11-21 12:49:55.1+05:30', '2026-11-21T12:49:55.1+05:30'],
  ['2026-11-21 07:19:55', '2026-11-21T07:19:55'],
  ['infinity', 'infinity'],
  ['0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00+00 BC'],
])('isoTime converts %s to %s', (postgres, iso) => {
  expect(isoTime(postgres)).toBe(iso);
});
