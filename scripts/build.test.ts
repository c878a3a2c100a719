/** @module-tag long */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { startTestProcess, type TestProcess } from '../apps/server/src/test-process.ts';
import { siteFolder } from './site-folder.ts';

const site = join(import.meta.dirname, '../apps/site');
// The prerendered site imports its libraries, so its folder must be within the workspace.
const cache = join(site, 'node_modules/.cache');
let folder = '';
let server: TestProcess | null = null;
beforeEach(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'build-test-'));
});
afterEach(async () => {
  await server?.kill();
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

test('a server loses no page and no script during a build of changed sources and during one that fails', async () => {
  cpSync(siteFolder, join(folder, 'site'), { recursive: true });
  // Without a backend the process serves files only.
  server = await startTestProcess(folder, { VITE_SUPABASE_URL: 'https://project.example', LOG_LEVEL: 'error' });
  const { url } = server;
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

  // The setting changes scripts and the hashes in their names, as changed sources would.
  const changed = await pollDuring(build({ VITE_ANALYTICS_SCRIPT: 'https://stats.isola.example/count.js' }));
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
}, 1_800_000);
