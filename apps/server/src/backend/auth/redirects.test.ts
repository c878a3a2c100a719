import { expect, test } from 'vitest';

import { createAllowedOrigin } from './redirects.ts';

const allowedOrigin = createAllowedOrigin('https://isola.example', ['https://pictures.example']);

test.each([
  ['https://isola.example/auth?next=1#x', 'https://isola.example'],
  ['https://pictures.example/', 'https://pictures.example'],
  ['https://user:password@pictures.example/auth', 'https://pictures.example'],
  ['http://pictures.example/', 'https://isola.example'],
  ['https://pictures.example:8443/', 'https://isola.example'],
  ['https://pictures.example.evil.example/', 'https://isola.example'],
  ['https://pictures.example@evil.example/', 'https://isola.example'],
  ['https:\\\\evil.example', 'https://isola.example'],
  ['//evil.example', 'https://isola.example'],
  ['javascript://pictures.example/%0aalert(1)', 'https://isola.example'],
  ['data:text/html,x', 'https://isola.example'],
  ['/auth', 'https://isola.example'],
  [null, 'https://isola.example'],
])('a link with redirect_to=%s leads to %s', (asked, expected) => {
  expect(allowedOrigin(asked)).toBe(expected);
});
