import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createApp } from './create-app.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-site-'));
  const files: Record<string, string> = {
    'site/index.html': 'home',
    'site/single.html': 'single',
    'site/en.html': 'home in English',
    'site/en/single.html': 'single in English',
    'site/404.html': 'not found',
    'site/en/404.html': 'not found in English',
    'site/theme.js': 'theme',
    'site/assets/index-abc.js': 'plain',
    'site/assets/index-abc.js.br': 'compressed',
    'site/models/manifest.json': '{}',
    'site/models/isnet-00.0123.bin': '0123456789',
    'secret.txt': 'secret',
  };
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  createApp(join(folder, 'site')).request(path, { headers });

describe('pages', () => {
  test.each([
    ['/', 'home'],
    ['/single', 'single'],
    ['/single/', 'single'],
    ['/en', 'home in English'],
    ['/en/single', 'single in English'],
  ])('%s is answered by its own file', async (path, body) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(body);
  });

  test.each([
    ['/nowhere', 'not found'],
    ['/en/nowhere', 'not found in English'],
    ['/xx/nowhere', 'not found'],
  ])('%s is not found, in the address’s language', async (path, body) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(body);
  });

  test('a missing file that is no page is not answered with a page', async () => {
    const response = await get('/assets/gone.js', { accept: '*/*' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/plain');
  });
});

describe('files', () => {
  test('nothing outside the site’s folder is reached', async () => {
    for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt']) {
      const response = await get(path, { accept: '*/*' });
      expect(response.status, path).toBe(404);
    }
  });

  test('hashed files are kept for ever, all others are asked for again', async () => {
    const cacheControl = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await cacheControl('/assets/index-abc.js')).toContain('immutable');
    expect(await cacheControl('/models/isnet-00.0123.bin')).toContain('immutable');
    expect(await cacheControl('/models/manifest.json')).toBe('no-cache');
    expect(await cacheControl('/theme.js')).toBe('no-cache');
    expect(await cacheControl('/')).toBe('no-cache');
  });

  test('a browser that knows Brotli gets the packed file', async () => {
    const packed = await get('/assets/index-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(await packed.text()).toBe('compressed');
    expect(await (await get('/assets/index-abc.js', {})).text()).toBe('plain');
  });

  test('a download that broke off can go on where it stopped', async () => {
    const response = await get('/models/isnet-00.0123.bin', { range: 'bytes=4-' });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe('bytes 4-9/10');
    expect(await response.text()).toBe('456789');
  });
});

test('every answer carries the headers, the not-found ones too', async () => {
  for (const path of ['/', '/assets/index-abc.js', '/nowhere']) {
    const { headers } = await get(path);
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
    expect(headers.get('cross-origin-embedder-policy'), path).toBe('require-corp');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
  }
});
