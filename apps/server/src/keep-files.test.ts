import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createApp } from './create-app.ts';
import { keepFiles } from './keep-files.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'isola-keep-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the site of a container that contains one build. */
function site(name: string): string {
  for (const [path, content] of [
    ['index.html', name],
    [`assets/main-${name}.js`, name],
    [`assets/main-${name}.js.br`, 'packed'],
    ['assets/same.js', 'same'],
    [`models/isnet.${name}.bin`, name],
    ['models/manifest.json', name],
  ] as const) {
    const file = join(folder, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return join(folder, name);
}

test('a new container serves the scripts and models of the containers of the last week', async () => {
  const earlierFolder = join(folder, 'kept');
  await keepFiles(site('first'), earlierFolder);
  const second = site('second');
  await keepFiles(second, earlierFolder);
  const app = createApp(second, { earlierFolder });
  const answers = async (path: string) => {
    const { status, headers } = await app.request(path, { headers: { 'accept-encoding': 'br' } });
    return [status, headers.get('content-encoding')];
  };
  expect(await answers('/assets/main-first.js')).toEqual([200, 'br']);
  expect(await answers('/models/isnet.first.bin')).toEqual([200, null]);
  expect(await (await app.request('/models/manifest.json')).text()).toBe('second');

  // After a week only what a newer build still has is left.
  const old = new Date(Date.now() - 8 * 24 * 60 * 60 * 1_000);
  for (const file of ['assets/main-first.js', 'assets/main-first.js.br', 'assets/same.js', 'models/isnet.first.bin'])
    utimesSync(join(earlierFolder, file), old, old);
  await keepFiles(second, earlierFolder);
  expect(await answers('/assets/main-first.js')).toEqual([404, null]);
  expect(
    ['main-first.js', 'same.js', 'main-second.js'].map((name) => existsSync(join(earlierFolder, 'assets', name))),
  ).toEqual([false, true, true]);
  expect(existsSync(join(earlierFolder, 'index.html'))).toBe(false);
});
