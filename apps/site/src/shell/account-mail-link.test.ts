import { expect, test } from 'vitest';

import { wayOfMailLink } from './account-mail-link.ts';

const session = '#access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer&type=recovery';
const failure = '#error=access_denied&error_code=otp_expired&error_description=Email+link+has+expired';

test.each([
  ['/', session, `/auth/confirm${session}`],
  ['/de', session, `/de/auth/confirm${session}`],
  ['/en/single', failure, `/en/auth/confirm${failure}`],
  ['/auth', failure, `/auth/confirm${failure}`],
])('%s with %s leads on', (pathname, hash, way) => {
  expect(wayOfMailLink({ pathname, hash })).toBe(way);
});

test.each([
  ['/auth/confirm', session],
  ['/ja/auth/reset', session],
  ['/fr/auth/reset', failure],
  ['/', ''],
  ['/terms', '#pictures'],
  ['/terms', '#access_tokens'],
  ['/', '#error=none'],
])('%s with ‘%s’ stays', (pathname, hash) => {
  expect(wayOfMailLink({ pathname, hash })).toBeUndefined();
});
