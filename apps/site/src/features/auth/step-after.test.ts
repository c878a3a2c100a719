import { AuthError } from '@isola/auth';
import { expect, test } from 'vitest';

import { stepAfter } from './step-after.ts';

test.each([
  ['signup', 'confirmed'],
  ['magiclink', 'enter'],
  ['recovery', 'reset'],
  ['email_change', 'changed'],
] as const)('a link for %s leads to %s', (purpose, to) => {
  expect(stepAfter({ outcome: 'signed-in', purpose }, 'signed-in')).toEqual({ to });
});

test('without a link the code is asked for, unless somebody is signed in', () => {
  expect(stepAfter(null, 'signed-out')).toEqual({ to: 'ask' });
  expect(stepAfter(null, 'signed-in')).toEqual({ to: 'confirmed' });
});

test('a link that no longer works says why; a code may make up for it', () => {
  const error = new AuthError('link-expired');
  expect(stepAfter({ outcome: 'failed', error }, 'signed-out')).toEqual({ to: 'failed', error });
  expect(stepAfter({ outcome: 'failed', error }, 'signed-in')).toEqual({ to: 'confirmed' });
});

test('a link whose session has ended since asks for a code', () => {
  expect(stepAfter({ outcome: 'signed-in', purpose: 'signup' }, 'signed-out')).toEqual({ to: 'ask' });
});
