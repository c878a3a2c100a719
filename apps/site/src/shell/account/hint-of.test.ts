import { authErrorCodes, AuthError } from '@isola/auth';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { expect, test } from 'vitest';

import { BackendError } from '#backend/call-function.ts';

import { hintOf } from './hint-of.ts';
import { readFailure } from './read-failure.ts';

const { t } = await createI18n('en', ['messages'], importWords);
const words = (error: Error) => {
  const hint = hintOf(readFailure(error));
  return hint && [hint.title, ...hint.texts].map(({ key, count }) => t(`messages:${key}`, { count: count ?? 0 }));
};

test.each(authErrorCodes.filter((code) => code !== 'refused'))('%s is worded', (code) => {
  expect(words(new AuthError(code))?.[0]).toMatch(/^[A-Z][^{]+$/);
});

test('of what the server refuses without a known reason it alone can tell', () => {
  const failure = readFailure(new AuthError('refused', { serverMessage: 'Signups need an invitation' }));
  expect(hintOf(failure)).toBeUndefined();
  expect(failure.serverMessage).toBe('Signups need an invitation');
});

test('a weak password says what it lacks, with the server’s own number', () => {
  const serverMessage = 'Password should be at least 10 characters.';
  expect(words(new AuthError('weak-password', { serverMessage, reasons: ['length', 'characters', 'pwned'] }))).toEqual([
    'This password is too weak',
    'It needs at least 10 characters.',
    'Combine letters, digits and symbols.',
    'It has appeared in a data leak. Choose another one.',
  ]);
});

test('a number that the server does not say is not made up', () => {
  expect(words(new AuthError('weak-password', { serverMessage: 'Too short', reasons: ['length'] }))).toEqual([
    'This password is too weak',
  ]);
});

test('a server that is not there has said nothing', () => {
  expect(readFailure(new BackendError('network', 'The site’s server could not be reached'))).toEqual({
    code: 'network',
    serverMessage: '',
    reasons: [],
  });
});

test('any other error is ‘refused’ with its own message', () => {
  expect(readFailure(new TypeError('x is not a function'))).toMatchObject({
    code: 'refused',
    serverMessage: 'x is not a function',
  });
});
