import { expect, test } from 'vitest';

import { sentenceIn } from './sentence-in.ts';

test.each(['Signups need an invitation', '  The mailbox is full, try again tomorrow. '])(
  'accepts “%s” as a sentence',
  (message) => {
    expect(sentenceIn(message)).toBe(message.trim());
  },
);

test.each([
  '',
  'unsupported_grant_type',
  'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, 0123456789.',
  '{"code":"P0001","message":"no"}',
  'new row violates check constraint "feedback_text_check" on table <feedback>',
  'TypeError: x is not a function\n    at send (app.js:1:1)',
  'see https://errors.example/e/42 for more',
])('rejects “%s”', (message) => {
  expect(sentenceIn(message)).toBe('');
});
