import { expect, test } from 'vitest';

import { findPasswordWeaknesses, loadLeakedPasswords, minPasswordLength } from './password-rules.ts';

test('a passphrase without capitals and digits is strong enough', async () => {
  expect(findPasswordWeaknesses('correct horse battery', await loadLeakedPasswords())).toEqual([]);
});

test('a short password is refused for its length', async () => {
  expect(findPasswordWeaknesses('K7#q!zX2v', await loadLeakedPasswords())).toEqual(['length']);
});

// From the head of the lists of most used passwords that national security centres publish.
test.each(['1234567890', 'password123', 'qwertyuiop', '1q2w3e4r5t', 'iloveyou123', 'administrator'])(
  '“%s” is refused as leaked, in capitals too',
  async (password) => {
    const leaked = await loadLeakedPasswords();
    expect(findPasswordWeaknesses(password, leaked)).toEqual(['pwned']);
    expect(findPasswordWeaknesses(password.toUpperCase(), leaked)).toEqual(['pwned']);
  },
);

test('before the list is loaded, the length alone is checked', () => {
  expect(findPasswordWeaknesses('1234567890')).toEqual([]);
  expect(findPasswordWeaknesses('123')).toEqual(['length']);
});

test('the list has no entry that the length refuses already, and each in lower case', async () => {
  const leaked = [...(await loadLeakedPasswords())];
  expect(leaked.length).toBeGreaterThan(1_000);
  expect(leaked.filter((each) => each.length < minPasswordLength || each !== each.toLowerCase())).toEqual([]);
});
