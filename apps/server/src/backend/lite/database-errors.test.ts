import { expect, test } from 'vitest';

import { isDatabaseAway } from './database-errors.ts';

const failure = (code: string) => Object.assign(new Error('of the driver'), { code });

test.each(['08006', '53300', '57P01', '55P03', '57014', 'ECONNREFUSED', 'CONNECT_TIMEOUT'])(
  'the code %s means that the database does not answer at the moment',
  (code) => {
    expect(isDatabaseAway(failure(code))).toBe(true);
    expect(isDatabaseAway(new Error('wrapped', { cause: failure(code) }))).toBe(true);
  },
);

test.each(['23505', '42501', '55000', '57000', 'EACCES'])('the code %s is another failure', (code) => {
  expect(isDatabaseAway(failure(code))).toBe(false);
});
