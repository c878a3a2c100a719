import { expect, test } from 'vitest';

import { accountName } from './account-name.ts';

test.each([
  [{ email: 'lin@example.com', user_metadata: { username: ' 林 ' } }, '林'],
  [{ email: 'lin@example.com', user_metadata: { username: '  ' } }, 'lin'],
  [{ email: 'lin@example.com', user_metadata: { username: 7 } }, 'lin'],
  [{ email: 'lin@example.com', user_metadata: {} }, 'lin'],
  [{ user_metadata: {} }, ''],
])('accountName of %j is ‘%s’', (user, name) => {
  expect(accountName(user)).toBe(name);
});
