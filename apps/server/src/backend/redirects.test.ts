import { expect, test } from 'vitest';

import { createRedirects } from './redirects.ts';

const { allowed, carry, current } = createRedirects('https://isola.example', ['https://pictures.example']);

test.each([
  ['https://isola.example/auth?next=1#x', 'https://isola.example/auth?next=1#x'],
  ['https://pictures.example/', 'https://pictures.example/'],
  ['https://user:password@isola.example/auth', 'https://isola.example/auth'],
  ['http://isola.example/', 'https://isola.example'],
  ['https://isola.example:8443/', 'https://isola.example'],
  ['https://isola.example.evil.example/', 'https://isola.example'],
  ['https://isola.example@evil.example/', 'https://isola.example'],
  ['https:\\\\evil.example', 'https://isola.example'],
  ['//evil.example', 'https://isola.example'],
  ['javascript://isola.example/%0aalert(1)', 'https://isola.example'],
  ['data:text/html,x', 'https://isola.example'],
  ['/auth', 'https://isola.example'],
  [null, 'https://isola.example'],
])('%s leads to %s', (asked, expected) => {
  expect(allowed(asked)).toBe(expected);
});

test('each request under way has its own', async () => {
  const seen = await Promise.all(
    ['one', 'two'].map((name) =>
      carry(`https://isola.example/${name}`, async () => {
        await Promise.resolve();
        return current();
      }),
    ),
  );
  expect(seen).toEqual(['https://isola.example/one', 'https://isola.example/two']);
  expect(current()).toBe('https://isola.example');
});
