import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createApp } from './create-app.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-docs-'));
  const files = {
    'site/404.html': 'not found',
    'site/secret.html': 'page of the site',
    'docs/index.html': 'introduction',
    'docs/packages/ui.html': 'the kit',
    'docs/llms.txt': '# Isola',
    'docs/assets/docs-1a2b.js': 'script',
    'docs/storybook/index.html': 'components',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens a path as a browser of a reader in France does. */
const get = (path: string, docsFolder: string | undefined = join(folder, 'docs')) =>
  createApp(join(folder, 'site'), { docsFolder }).request(path, {
    headers: { accept: 'text/html', 'accept-language': 'fr' },
  });

describe('documentation', () => {
  test.each([
    ['/docs', 'introduction'],
    ['/docs/', 'introduction'],
    ['/docs/packages/ui', 'the kit'],
    ['/docs/packages/ui/', 'the kit'],
    ['/docs/llms.txt', '# Isola'],
  ])('%s is answered with its file, isolated and with the policy of the site', async (path, body) => {
    const response = await get(path);
    expect(await response.text()).toBe(body);
    expect(response.status).toBe(200);
    expect(response.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(response.headers.get('content-security-policy')).toMatch(/style-src 'self';.*frame-ancestors 'none'/);
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  test.each(['/docs/nowhere', '/docs/secret', '/docs/../site/secret', '/docs/%2e%2e/site/secret.html'])(
    '%s is not found',
    async (path) => {
      const response = await get(path);
      expect(await response.text()).toBe('not found');
      expect(response.status).toBe(404);
    },
  );

  test('files with hashed names are cached for good', async () => {
    const response = await get('/docs/assets/docs-1a2b.js');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect((await get('/docs/assets/gone-1a2b.js')).headers.get('cache-control')).not.toContain('immutable');
  });

  test('only the components may be framed by their own origin and contain styles', async () => {
    const policy = (await get('/docs/storybook/index.html')).headers.get('content-security-policy');
    expect(policy).toMatch(/style-src 'self' 'unsafe-inline';.*frame-ancestors 'self'; frame-src 'self'/);
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval';/);
    expect((await get('/docs/storybook')).headers.get('location')).toBe('/docs/storybook/index.html');
  });

  test('without a build the site answers that the page does not exist', async () => {
    const response = await createApp(join(folder, 'site')).request('/docs', { headers: { accept: 'text/html' } });
    expect(response.status).toBe(404);
  });
});
