import { expect, test } from 'vitest';

import { adminSessionKey } from './admin-session.ts';
import { createSessionStore, memoryStorage } from './session-store.ts';

const sessionOf = (id: string, token: string) =>
  ({ access_token: token, refresh_token: token, expires_in: 3600, token_type: 'bearer', user: { id } }) as Parameters<
    ReturnType<typeof createSessionStore>['write']
  >[0];

test('the admin session stays when the session is renewed, and ends when another user signs in', () => {
  const storage = memoryStorage();
  const store = createSessionStore('session', storage);
  store.write(sessionOf('anna', 'first'));
  store.keepAdminSession({ admin: { role: 'editor', permissions: ['users.read'] }, expires_at: Date.now() + 60_000 });
  store.write(sessionOf('anna', 'second'));
  expect(storage.getItem(adminSessionKey)).not.toBeNull();
  store.write(sessionOf('ben', 'third'));
  expect(storage.getItem(adminSessionKey)).toBeNull();
});
