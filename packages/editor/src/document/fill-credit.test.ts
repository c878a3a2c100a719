import { expect, test } from 'vitest';

import { fillCredit } from './fill-credit.ts';

test.each([
  ['© {year} Anna Muster', '© 2031 Anna Muster'],
  ['{name}, {name} {year}', 'my $& mug, my $& mug 2031'],
  ['{date}: {name}', '2031-06-01: my $& mug'],
  ['{other} stays', '{other} stays'],
])('%s becomes %s', (pattern, filled) => {
  expect(fillCredit(pattern, { name: 'my $& mug.jpg' }, new Date(2031, 5, 1))).toBe(filled);
});
