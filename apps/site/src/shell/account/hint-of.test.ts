import { authErrorCodes, AuthError } from '@isola/auth';
import { createI18n, locales } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { expect, test } from 'vitest';

import { BackendError } from '#backend/call-function.ts';

import { hintOf } from './hint-of.ts';
import { readFailure } from './read-failure.ts';

const { t } = await createI18n('en', ['messages'], importWords);
const wordsIn = (translate: typeof t, error: Error) => {
  const hint = hintOf(readFailure(error));
  return (
    hint && [hint.title, ...hint.texts].map(({ key, count }) => translate(`messages:${key}`, { count: count ?? 0 }))
  );
};
const words = (error: Error) => wordsIn(t, error);

test.each(locales)('every error code except `refused` has a title and a text in %s', async (locale) => {
  const i18n = await createI18n(locale, ['messages'], importWords);
  for (const code of authErrorCodes.filter((each) => each !== 'refused')) {
    const said = wordsIn(i18n.t, new AuthError(code, { reasons: ['pwned'] }));
    expect(said, code).toHaveLength(2);
    for (const text of said ?? []) expect(text, code).toMatch(/^(?!account\.|input\.)[\p{L}\p{N}“«].{3,}$/u);
  }
});

test('a refusal with an unknown code has no hint, only the server’s message', () => {
  const failure = readFailure(new AuthError('refused', { serverMessage: 'Signups need an invitation' }));
  expect(hintOf(failure)).toBeUndefined();
  expect(failure.serverMessage).toBe('Signups need an invitation');
});

test('the hint for a weak password lists its weaknesses, with the length from the server’s message', () => {
  const serverMessage = 'Password should be at least 10 characters.';
  expect(words(new AuthError('weak-password', { serverMessage, reasons: ['length', 'characters', 'pwned'] }))).toEqual([
    'This password is too weak',
    'It needs at least 10 characters.',
    'Combine letters, digits and symbols.',
    'It has appeared in a data leak. Choose another one.',
  ]);
});

test('the hint for a weak password names no length when the server’s message contains none', () => {
  expect(words(new AuthError('weak-password', { serverMessage: 'Too short', reasons: ['length'] }))).toEqual([
    'This password is too weak',
  ]);
});

test('readFailure returns no server message when the server could not be reached', () => {
  expect(readFailure(new BackendError('network', 'The site’s server could not be reached'))).toEqual({
    code: 'network',
    serverMessage: '',
    reasons: [],
  });
});

test('readFailure turns any other error into ‘refused’ with the error’s message', () => {
  expect(readFailure(new TypeError('x is not a function'))).toMatchObject({
    code: 'refused',
    serverMessage: 'x is not a function',
  });
});
