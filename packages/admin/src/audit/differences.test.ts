import { expect, test } from 'vitest';

import { differences } from './differences.ts';

test('a changed field is listed with its values before and after, without the timestamps of the row', () => {
  const before = { id: 'member', ai_images_per_day: 50, offered: true, updated_at: '2026-11-22T00:00:00Z' };
  const after = { id: 'member', ai_images_per_day: 80, offered: true, updated_at: '2026-11-23T00:00:00Z' };
  expect(differences(before, after)).toEqual([{ field: 'ai_images_per_day', before: '50', after: '80' }]);
});

test('a new row has only values after, a deleted row only values before, and null counts as no value', () => {
  const row = { role: 'support', permissions: ['users.read'], note: null };
  expect(differences(null, row)).toEqual([
    { field: 'role', before: undefined, after: 'support' },
    { field: 'permissions', before: undefined, after: '["users.read"]' },
  ]);
  expect(differences(row, null).map(({ before }) => before)).toEqual(['support', '["users.read"]']);
});
