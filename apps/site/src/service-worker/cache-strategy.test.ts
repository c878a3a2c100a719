import { expect, test } from 'vitest';

import { type CacheStrategy, cacheStrategy } from './cache-strategy.ts';

const origin = 'https://isola.example';

test.each<[CacheStrategy, string, string, string]>([
  ['fresh', 'GET', 'navigate', '/'],
  ['fresh', 'GET', 'navigate', '/de/single?shared'],
  ['fresh', 'GET', 'no-cors', '/before-paint.js'],
  ['fresh', 'GET', 'cors', '/offline.html'],
  ['fresh', 'GET', 'cors', '/manifest.webmanifest'],
  ['fresh', 'GET', 'cors', '/ru/manifest.webmanifest'],
  ['fresh', 'GET', 'no-cors', '/icons/icon-192.png'],
  ['hashed', 'GET', 'cors', '/assets/frame-abc.js'],
  ['set', 'GET', 'cors', '/assets/oak-table-window-BwX1.avif'],
  ['set', 'GET', 'cors', '/assets/oak-table-window.depth-D_9-a.webp'],
  ['hashed', 'GET', 'cors', '/assets/vase-Dx1.webp'],
  ['hashed', 'GET', 'cors', '/words/1234/de/tool.json'],
  ['shared', 'POST', 'navigate', '/single'],
  ['shared', 'POST', 'navigate', '/ja/single'],
  ['pass', 'POST', 'navigate', '/batch'],
  ['pass', 'GET', 'cors', '/models/manifest.json'],
  ['pass', 'GET', 'cors', '/models/isnet-00.abc.bin'],
  ['pass', 'GET', 'cors', '/rest/v1/plans'],
  ['pass', 'POST', 'cors', '/functions/v1/image-proxy'],
  ['pass', 'POST', 'cors', '/auth/v1/token'],
  ['online', 'GET', 'navigate', '/auth'],
  ['online', 'GET', 'navigate', '/auth/forgot'],
  ['pass', 'GET', 'navigate', '/auth/confirm?token=1'],
  ['pass', 'GET', 'navigate', '/de/auth/reset'],
  ['online', 'GET', 'navigate', '/de/auth'],
  ['online', 'GET', 'navigate', '/en/admin/users'],
  ['pass', 'POST', 'navigate', '/auth'],
  ['pass', 'GET', 'cors', '/admin'],
  ['pass', 'GET', 'navigate', '/auth/v1/verify?token=1'],
  ['pass', 'GET', 'cors', '/auth/v1/user'],
  ['pass', 'GET', 'navigate', '/_local/mailbox'],
  ['pass', 'GET', 'navigate', '/docs/operate'],
  ['pass', 'GET', 'cors', '/backend.json'],
  ['pass', 'GET', 'cors', '/share/home.jpg'],
])('the strategy is %s for %s (%s) %s', (way, method, mode, path) => {
  expect(cacheStrategy({ method, mode, url: origin + path }, origin)).toBe(way);
});

test.each<[CacheStrategy, string, string]>([
  ['hashed', 'GET', 'https://files.example/isola/assets/vase-Dx1.webp'],
  ['hashed', 'GET', 'https://files.example/isola/assets/inter-latin-D1.woff2'],
  ['set', 'GET', 'https://files.example/isola/assets/oak-table-window-BwX1.avif'],
  ['pass', 'POST', 'https://files.example/isola/assets/vase-Dx1.webp'],
  ['pass', 'GET', 'https://files.example/other/assets/vase-Dx1.webp'],
  ['pass', 'GET', 'https://files.example.evil.example/isola/assets/vase-Dx1.webp'],
  ['hashed', 'GET', `${origin}/assets/frame-abc.js`],
])('with another host of pictures, the strategy is %s for %s %s', (way, method, url) => {
  expect(cacheStrategy({ method, mode: 'no-cors', url }, origin, 'https://files.example/isola/')).toBe(way);
});

test('requests to other origins are passed through', () => {
  expect(cacheStrategy({ method: 'GET', mode: 'cors', url: 'https://project.example/assets/a.js' }, origin)).toBe(
    'pass',
  );
});
