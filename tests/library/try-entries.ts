import { execFileSync, spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Locator } from '@playwright/test';
import { build } from 'vite';

import type { TemplateName } from '../../packages/create-isola/src/create-project.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import { pinned } from './pinned.ts';
import { segmentInPage } from './segment-in-page.ts';
import { type ServedFolder, serveFolder } from './serve-folder.ts';
import { startServer } from './start-server.ts';

const root = join(import.meta.dirname, '../..');
const { file, path } = picture('mug.jpg');
const npmOptions = ['--no-audit', '--no-fund', '--loglevel=error'];
// Vite sets NODE_ENV while it builds in this process. With it, npm would leave out development dependencies.
const env = { ...process.env, NODE_ENV: '', NEXT_TELEMETRY_DISABLED: '1' };

/** Uses the entries `compat`, `react`, `element`, `frames` and `two-shots` on one page, which Vite builds. */
export async function tryEntries(browser: Browser, folder: string, tarball: string, models: string): Promise<void> {
  cpSync(join(root, 'tests/library/consumers/entries'), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'entries', private: true, type: 'module' }));
  npm(folder, 'install', ...npmOptions, tarball, ...['react', 'react-dom'].map((name) => `${name}@${pinned(name)}`));
  mkdirSync(join(folder, 'public'));
  symlinkSync(models, join(folder, 'public/models'), 'junction');
  await build({ root: folder, logLevel: 'warn' });
  const served = await serveFolder(join(folder, 'dist'), true);
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(served.url);
  await page.locator('input').setInputFiles(path);
  const timeout = 240_000;
  await page.locator('isola-cutout.done').waitFor({ timeout });
  for (const image of ['#hook', '#compat[src]', '#element img', '#frames[src]']) {
    const found = page.locator(image);
    await found.waitFor({ timeout });
    check(image, await bytesOf(found));
  }
  // #5c5c5c has 0.107 of the light of white, and #c7c7c7 has 0.571. So 0.464 of the light comes through the glass.
  const alpha = Number(await page.locator('#shots').textContent());
  console.log(`#shots: alpha ${alpha}`);
  if (Math.abs(alpha - 255 * 0.536) > 3) throw new Error('#shots: unexpected alpha');
  await page.close();
  await served.close();
}

/** Serves what each template's project is once its dependencies are installed. */
const serveProject: Record<TemplateName, (project: string) => Promise<ServedFolder>> = {
  async plain(project) {
    if (globSync('segmenter/isola-models.js', { cwd: project }).length === 0) throw new Error('no command');
    return serveFolder(project, true);
  },
  async vite(project) {
    npm(project, 'run', 'build');
    return serveFolder(join(project, 'dist'), true);
  },
  async nextjs(project) {
    npm(project, 'run', 'build');
    // Next.js itself is started, because a stopped npm would leave it running.
    const next = join(project, 'node_modules/next/dist/bin/next');
    const words = [next, 'start', '--port', '0', '--hostname', '127.0.0.1'];
    return startServer(spawn(process.execPath, words, { cwd: project, env }));
  },
};

/** Creates projects with `create-isola` and cuts out an image in each. @param tarball that of `create-isola`. */
export async function tryTemplates(browser: Browser, folder: string, tarball: string, models: string): Promise<void> {
  mkdirSync(folder);
  for (const [template, serve] of Object.entries(serveProject)) {
    npm(folder, 'exec', '--yes', `--package=${tarball}`, '--', 'create-isola', template, '--template', template);
    const project = join(folder, template);
    const isPlain = template === 'plain';
    if (!isPlain) {
      npm(project, 'install', ...npmOptions);
      mkdirSync(join(project, 'public'));
    }
    symlinkSync(models, join(project, isPlain ? 'models' : 'public/models'), 'junction');
    const served = await serve(project);
    const page = await browser.newPage();
    const { png, run } = await segmentInPage(page, served.url, path);
    await page.close();
    await served.close();
    check(`template ${template}`, png);
    if (run.provider !== 'engine' || run.thread !== 'worker') throw new Error(`${template}: ${JSON.stringify(run)}`);
  }
}

function npm(cwd: string, ...words: string[]): void {
  execFileSync('npm', words, { cwd, env, stdio: 'inherit', shell: process.platform === 'win32' });
}

async function bytesOf(image: Locator): Promise<Buffer> {
  const base64 = await image.evaluate(async (element: HTMLImageElement) => {
    const bytes = new Uint8Array(await (await fetch(element.src)).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(base64, 'base64');
}

function check(what: string, png: Buffer): void {
  const iou = iouWithTruth(file, png);
  console.log(`${what}: IoU ${iou.toFixed(3)}`);
  if (iou < 0.9) throw new Error(`${what}: unexpected result`);
}
