import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createApp } from '@isola/server';
import { publish } from './publish.ts';

let folder = '';
let served = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-publish-'));
  served = join(folder, 'dist');
});
afterEach(() => rmSync(folder, { recursive: true }));

const pages = Array.from({ length: 150 }, (_, index) => `page-${index}`);

/** Writes a build whose pages contain the URL of one script with a hashed name. @returns the folder of the build. */
function build(name: string, more: Record<string, string> = {}): string {
  const next = join(folder, 'next');
  const files = {
    'index.html': name,
    [`assets/main-${name}.js`]: name,
    [`assets/main-${name}.js.br`]: `${name} packed`,
    'models/manifest.json': name,
    ...Object.fromEntries(pages.map((page) => [`en/${page}.html`, `/assets/main-${name}.js`])),
    ...more,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(next, path)), { recursive: true });
    writeFileSync(join(next, path), content);
  }
  return next;
}

const ask = (path: string) => createApp(served).request(path, { headers: { accept: 'text/html' } });
const textOf = async (path: string) => (await ask(path)).text();

test(
  'the server answers every page and the page’s script while a new build is being published',
  { tags: ['long'] },
  async () => {
    publish(build('first', { 'about.html': 'about' }), served);
    const next = build('second');
    // publish() runs in a thread of its own, so that requests arrive between any two of its steps.
    const publisher = new Worker(
      `const { workerData, parentPort } = require('node:worker_threads');
     import(workerData.module).then(({ publish }) => { publish(workerData.next, workerData.served); parentPort.close(); });`,
      { eval: true, workerData: { module: import.meta.resolve('./publish.ts'), next, served } },
    );
    const state = { isOver: false };
    const over = new Promise((resolve, fail) => publisher.once('exit', resolve).once('error', fail)).finally(
      () => (state.isOver = true),
    );
    const app = createApp(served);
    let turns = 0;
    while (!state.isOver) {
      const page = await app.request(`/en/${pages[turns % pages.length]}`, { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      expect((await app.request(await page.text())).status).toBe(200);
      expect((await app.request('/models/manifest.json')).status).toBe(200);
      turns += 1;
      await new Promise((later) => setImmediate(later));
    }
    await over;
    expect(turns).toBeGreaterThan(1);
    for (const page of pages) expect(await textOf(`/en/${page}`)).toBe('/assets/main-second.js');
    expect((await ask('/about')).status).toBe(404);
    expect(existsSync(next)).toBe(false);
  },
);

test('an open page finds the scripts of its build for a week after the next build', async () => {
  publish(build('first'), served);
  publish(build('second'), served);
  publish(build('third'), served);
  for (const name of ['first', 'second', 'third']) {
    const answer = await createApp(served).request(`/assets/main-${name}.js`, { headers: { 'accept-encoding': 'br' } });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br']);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  }
  const day = 24 * 60 * 60;
  const age = (name: string, days: number) => {
    for (const packed of ['', '.br']) {
      const then = Date.now() / 1_000 - days * day;
      utimesSync(join(served, `earlier/assets/main-${name}.js${packed}`), then, then);
    }
  };
  age('first', 8);
  age('second', 6);
  publish(build('fourth'), served);
  expect(readdirSync(join(served, 'earlier/assets')).toSorted()).toEqual(
    ['second', 'third'].flatMap((name) => [`main-${name}.js`, `main-${name}.js.br`]),
  );
  expect((await ask('/assets/main-first.js')).status).toBe(404);
  // Pages of earlier builds are deleted, and the folder of earlier files is not reachable under its own path.
  expect((await ask('/earlier/en/page-1')).status).toBe(404);
});
