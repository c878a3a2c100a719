import { expect, test } from 'vitest';

import { adminSessionKey, readAdminSession, writeAdminSession } from './admin-session.ts';

function storageWith(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

const session = { admin: { role: 'editor', permissions: ['users.read'] }, expires_at: 2_000 };

test('a session is readable until it expires, and is then removed from storage', () => {
  const storage = storageWith();
  writeAdminSession(storage, session);
  expect(storage.map.has('admin_session')).toBe(true);
  expect(readAdminSession(storage, 1_999)).toEqual(session);
  expect(readAdminSession(storage, 2_000)).toBeUndefined();
  expect(storage.map.size).toBe(0);
});

test.each([
  'not json',
  '{}',
  '{"admin":{"role":"super_admin"},"expires_at":9999}',
  '{"admin":null,"expires_at":"soon"}',
])('a stored value of another shape is removed: %s', (stored) => {
  const storage = storageWith({ [adminSessionKey]: stored });
  expect(readAdminSession(storage, 0)).toBeUndefined();
  expect(storage.map.size).toBe(0);
});
