/** @module-tag long */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { chromium } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { startTestProcess, type TestProcess } from '../apps/server/src/test-process.ts';
import { testBrowserPath } from './chromium.ts';
import { siteFolder } from './site-folder.ts';

const site = join(import.meta.dirname, '../apps/site');
// The prerendered site imports its libraries, so its folder must be within the workspace.
const cache = join(site, 'node_modules/.cache');
let folder = '';
let servers: TestProcess[] = [];
beforeEach(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'build-test-'));
});
afterEach(async () => {
  await Promise.all(servers.map((each) => each.kill()));
  servers = [];
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

/** Runs the build of the site with its own environment, because Vitest changes `NODE_ENV`. @returns its exit code. */
async function build(environment: Record<string, string>): Promise<{ code: number; errors: string }> {
  const child = spawn(process.execPath, [join(site, 'build/build.ts'), join(folder, 'site')], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  return { code, errors };
}

/** Serves the site's files in a process of its own, without a backend. @returns its URL. */
async function serve(settings: Record<string, string>): Promise<string> {
  const server = await startTestProcess(folder, {
    VITE_SUPABASE_URL: 'https://project.example',
    LOG_LEVEL: 'error',
    ...settings,
  });
  servers.push(server);
  return server.url;
}

/**
 * Cuts out a picture in a browser, and again after a reload without a network.
 * @returns the requested URLs, and what the browser has refused.
 */
async function cutOutOffline(url: string): Promise<{ requested: string[]; refused: string[] }> {
  const browser = await chromium.launch({ executablePath: testBrowserPath(), args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext();
    // With little memory the network's input is smaller, which takes less time.
    await context.addInitScript(() => Object.defineProperty(navigator, 'deviceMemory', { value: 2 }));
    const requested: string[] = [];
    const refused: string[] = [];
    context.on('request', (request) => requested.push(request.url()));
    context.on('console', (message) => {
      if (/Content Security Policy|CORS|NotSameOrigin/.test(message.text())) refused.push(message.text());
    });
    const page = await context.newPage();
    const cutOut = async () => {
      // Before the application has started, it would not notice the chosen file.
      await page.waitForFunction(() => performance.getEntriesByName('isola:ready').length > 0);
      await page.locator('input[type=file]').first().setInputFiles(join(site, '../../pictures/mug.jpg'));
      const state = () => page.locator('[data-slot=session-view]').getAttribute('data-state');
      await expect.poll(state, { timeout: 240_000 }).toBe('done');
    };
    const cached = () =>
      page.evaluate(async () => {
        const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        return all.flat().map((each) => each.url);
      });
    await page.goto(`${url}/en/single`);
    await cutOut();
    await expect
      .poll(cached)
      .toEqual(expect.arrayContaining([`${url}/en/single`, `${url}/offline.html`, expect.stringMatching(/\.woff2$/)]));
    await context.setOffline(true);
    await page.reload();
    await cutOut();
    return { requested, refused };
  } finally {
    await browser.close();
  }
}

test('no page or script is lost during builds, and models and pictures of another host work offline', async () => {
  cpSync(siteFolder, join(folder, 'site'), { recursive: true });
  // The same files at another origin, which sends the headers of a host of models and pictures.
  const other = await serve({ VITE_ASSETS_URL: 'https://files.example/' });
  const hosts = { VITE_MODELS_URL: `${other}/models/`, VITE_ASSETS_URL: `${other}/` };
  const url = await serve(hosts);
  const get = async (path: string) => {
    const answer = await fetch(url + path, { headers: { accept: 'text/html' } });
    return { status: answer.status, body: await answer.text() };
  };
  const scriptsIn = (page: string) => [...new Set(page.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
  const before = scriptsIn((await get('/en/single')).body);
  expect(before.length).toBeGreaterThan(2);

  let polls = 0;
  const lost: string[] = [];
  const pollDuring = async <T>(running: Promise<T>): Promise<T> => {
    const state = { isOver: false };
    void running.finally(() => (state.isOver = true)).catch(() => {});
    while (!state.isOver) {
      const page = await get('/en/single');
      // A page that is already open still requests the scripts of its own build.
      const paths = new Set([...scriptsIn(page.body), ...before, '/models/manifest.json', '/de', '/sitemap.xml']);
      const answers = await Promise.all([...paths].map(async (path) => [path, (await get(path)).status] as const));
      const all = [['/en/single', page.status] as const, ...answers];
      lost.push(...all.filter(([, status]) => status !== 200).map(([path, status]) => `${status} ${path}`));
      polls += 1;
    }
    return running;
  };

  // The settings change scripts and styles and the hashes in their names, as changed sources would.
  const changed = await pollDuring(build(hosts));
  expect(changed.code, changed.errors).toBe(0);
  const after = scriptsIn((await get('/en/single')).body);
  expect(after).not.toEqual(before);

  // The build reads this variable after it has written all pages.
  const failed = await pollDuring(build({ PAYMENT_FORM_ORIGINS: 'no-address' }));
  expect(failed.code).toBe(1);
  expect(failed.errors).toContain('PAYMENT_FORM_ORIGINS is not an address');
  expect(scriptsIn((await get('/en/single')).body)).toEqual(after);

  expect(lost).toEqual([]);
  expect(polls).toBeGreaterThan(50);

  const { requested, refused } = await cutOutOffline(url);
  expect(refused).toEqual([]);
  const originsOf = (files: RegExp) => [
    ...new Set(requested.filter((each) => files.test(each)).map((each) => new URL(each).origin)),
  ];
  expect(originsOf(/\/models\/.*\.bin$/)).toEqual([other]);
  expect(originsOf(/\/assets\/.*\.(woff2|webp|avif|jpg)$/)).toEqual([other]);
  expect(originsOf(/\.(js|css|wasm)$/)).toEqual([url]);
}, 1_800_000);
