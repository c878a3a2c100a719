import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Locator } from '@playwright/test';
import { build } from 'vite';

import { iouWithTruth, picture } from '../support/pictures.ts';
import { pinned } from './pinned.ts';
import { segmentInPage } from './segment-in-page.ts';
import { serveFolder } from './serve-folder.ts';

const root = join(import.meta.dirname, '../..');
const { file, path } = picture('mug.jpg');
const npmOptions = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Uses the entries `compat`, `react` and `element` on one page, which Vite builds. */
export async function tryEntries(browser: Browser, folder: string, tarball: string, models: string): Promise<void> {
  cpSync(join(root, 'tests/library/consumers/entries'), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'entries', private: true, type: 'module' }));
  npm(folder, 'install', ...npmOptions, tarball, ...['react', 'react-dom'].map((name) => `${name}@${pinned(name)}`));
  mkdirSync(join(folder, 'public'));
  symlinkSync(models, join(folder, 'public/models'), 'junction');
  await build({ root: folder, logLevel: 'warn' });
  const served = await serveFolder(join(folder, 'dist'), true);
  const page = await browser.newPage();
  await page.goto(served.url);
  await page.locator('input').setInputFiles(path);
  const timeout = 240_000;
  await page.locator('isola-cutout.done').waitFor({ timeout });
  for (const image of ['#hook', '#compat[src]', '#element img']) {
    const found = page.locator(image);
    await found.waitFor({ timeout });
    check(image, await bytesOf(found));
  }
  await page.close();
  await served.close();
}

/** Creates projects with `create-isola` and cuts out an image in each. @param tarball that of `create-isola`. */
export async function tryTemplates(browser: Browser, folder: string, tarball: string, models: string): Promise<void> {
  mkdirSync(folder);
  for (const template of ['plain', 'vite']) {
    npm(folder, 'exec', '--yes', `--package=${tarball}`, '--', 'create-isola', template, '--template', template);
    const project = join(folder, template);
    if (template === 'vite') npm(project, 'install', ...npmOptions);
    else if (globSync('segmenter/isola-models.js', { cwd: project }).length === 0) throw new Error('no command');
    if (template === 'vite') mkdirSync(join(project, 'public'));
    symlinkSync(models, join(project, template === 'vite' ? 'public/models' : 'models'), 'junction');
    if (template === 'vite') npm(project, 'run', 'build');
    const served = await serveFolder(template === 'vite' ? join(project, 'dist') : project, true);
    const page = await browser.newPage();
    const { png } = await segmentInPage(page, `${served.url}index.html`, path);
    await page.close();
    await served.close();
    check(`template ${template}`, png);
  }
}

function npm(cwd: string, ...words: string[]): void {
  // Vite sets the variable while it builds in this process. With it, npm would leave out development dependencies.
  const env = { ...process.env, NODE_ENV: '' };
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
