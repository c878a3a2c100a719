import { expect, test } from 'vitest';

import { findPasswordWeaknesses, loadLeakedPasswords, minPasswordLength } from './password-rules.ts';

test('accepts a passphrase without capitals and digits', async () => {
  expect(findPasswordWeaknesses('correct horse battery', await loadLeakedPasswords())).toEqual([]);
});

test('refuses a short password for its length', async () => {
  expect(findPasswordWeaknesses('K7#q!zX2v', await loadLeakedPasswords())).toEqual(['length']);
});

// Examples from the top of the lists of most used passwords that national security centres publish.
test.each(['1234567890', 'password123', 'qwertyuiop', '1q2w3e4r5t', 'iloveyou123', 'administrator'])(
  'rejects “%s” as leaked, in upper case too',
  async (password) => {
    const leaked = await loadLeakedPasswords();
    expect(findPasswordWeaknesses(password, leaked)).toEqual(['pwned']);
    expect(findPasswordWeaknesses(password.toUpperCase(), leaked)).toEqual(['pwned']);
  },
);

test('checks only the length before the list is loaded', () => {
  expect(findPasswordWeaknesses('1234567890')).toEqual([]);
  expect(findPasswordWeaknesses('123')).toEqual(['length']);
});

test('every entry of the list is in lower case and long enough to pass the length rule', async () => {
  const leaked = [...(await loadLeakedPasswords())];
  expect(leaked.length).toBeGreaterThan(1_000);
  expect(leaked.filter((each) => each.length < minPasswordLength || each !== each.toLowerCase())).toEqual([]);
});
