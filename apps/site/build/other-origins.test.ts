import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createApp } from '@isola/server';
import { assetUrl, locateModels } from './other-origins.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'isola-origins-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['assets/mug-1a.webp', 'https://files.example/isola/assets/mug-1a.webp'],
  ['assets/inter-latin-1a.woff2', 'https://files.example/isola/assets/inter-latin-1a.woff2'],
  ['assets/frame-1a.js', undefined],
  ['assets/frame-1a.css', undefined],
  ['assets/matting-1a.wasm', undefined],
  ['icons/icon-192.png', undefined],
])('with another host of pictures, %s is loaded from %s', (file, expected) => {
  expect(assetUrl(file, 'https://files.example/isola')).toBe(expected);
  expect(assetUrl(file, undefined)).toBeUndefined();
});

test('the manifest of the models names files on another host and keeps their hashes', () => {
  const file = join(folder, 'manifest.json');
  const part = (name: string) => ({ file: name, sha256: 'ab', sizeBytes: 1 });
  const models = (name: (file: string) => string) => ({
    version: 2,
    models: [{ id: 'isnet', parts: [part(name('isnet-00.ab.bin'))], network: part(name('isnet.cd.json')) }],
  });
  writeFileSync(file, JSON.stringify(models((name) => name)));
  locateModels(file, undefined);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(models((name) => name));
  locateModels(file, 'https://models.example/isola');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(models((name) => `https://models.example/isola/${name}`));
});

test('the policy allows the other hosts, and only files that they may copy are open to other origins', async () => {
  const settings = { VITE_MODELS_URL: 'https://models.example/isola/', VITE_ASSETS_URL: 'https://files.example/' };
  const headersOf = async (path: string, more = settings) => (await createApp(folder, more).request(path)).headers;
  const policy = (await headersOf('/')).get('content-security-policy')?.split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self'",
      "worker-src 'self'",
      "img-src 'self' blob: data: https://files.example",
      "font-src 'self' https://files.example",
      "connect-src 'self' https://models.example https://files.example",
    ]),
  );
  const opened = ['cross-origin', '*'];
  const closed = ['same-origin', null];
  for (const [path, expected] of [
    ['/models/isnet-00.ab.bin', opened],
    ['/assets/mug-1a.webp', opened],
    ['/assets/frame-1a.js', closed],
    ['/de/single', closed],
    ['/backend.json', closed],
  ] as const) {
    const headers = await headersOf(path);
    const sent = [headers.get('cross-origin-resource-policy'), headers.get('access-control-allow-origin')];
    expect(sent, path).toEqual(expected);
    const usual = await createApp(folder).request(path);
    expect(usual.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});
