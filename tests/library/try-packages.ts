import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Page } from '@playwright/test';
import tailwindcss from '@tailwindcss/vite';
import { PNG } from 'pngjs';
import { build, createServer, type InlineConfig } from 'vite';

import { packageWords } from '../../packages/i18n/library/package-words.ts';
import { locales } from '../../packages/i18n/src/locales.ts';
import { type Namespace, namespaces } from '../../packages/i18n/src/namespaces.ts';
import { buildPackages, packPackage } from '../../scripts/package/build-package.ts';
import { packageNames } from '../../scripts/package/workspace-package.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import { pinned } from './pinned.ts';
import { serveFolder } from './serve-folder.ts';

const root = join(import.meta.dirname, '../..');
const isWindows = process.platform === 'win32';

/**
 * Installs the packages with npm in a site outside the workspace, checks the site's types, and uses it in a browser,
 * from Vite's development server and from Vite's build. Also runs in Node what works there.
 * @param folder an empty folder outside the workspace.
 */
export async function tryPackages(browser: Browser, folder: string): Promise<void> {
  cpSync(join(root, 'tests/library/consumers/packages'), folder, { recursive: true });
  const tarballs = (await buildPackages(packageNames())).map((name) => packPackage(name, folder));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const inFolder = { cwd: folder, stdio: 'inherit', shell: isWindows } as const;
  // A typical site. npm installs the packages' peer dependencies by itself.
  const others = ['tailwindcss', 'vite', '@types/react', '@types/react-dom'].map((name) => `${name}@${pinned(name)}`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs, ...others], inFolder);

  assert.deepEqual(typeErrors(folder), []);
  assert.deepEqual(unmarkedComponents(join(folder, 'node_modules/@isola/ui')), []);
  execFileSync(process.execPath, ['in-node.mjs'], inFolder);
  console.log('packages: the types are valid, and the code runs in Node');

  const makeModels = join(folder, 'node_modules/@isola/segmenter/isola-models.js');
  // The package with the weights comes from this workspace.
  const inSegmenter = { cwd: join(root, 'packages/segmenter'), stdio: 'inherit' } as const;
  execFileSync(process.execPath, [makeModels, join(folder, 'public/models'), '--accept-licence'], inSegmenter);
  const config: InlineConfig = { root: folder, configFile: false, logLevel: 'error', plugins: [tailwindcss()] };
  const server = await createServer({ ...config, server: { port: 0, host: '127.0.0.1' } });
  await server.listen();
  const liveUrl = server.resolvedUrls?.local[0] ?? '';
  await inPage(browser, (page) => tryPage(page, liveUrl));
  await inPage(browser, (page) => tryEditor(page, `${liveUrl}editor.html`));
  await server.close();
  console.log('packages: the page works in Vite’s development server');

  const input = ['index.html', 'compiled.html', 'editor.html'].map((file) => join(folder, file));
  await build({ ...config, build: { rolldownOptions: { input } } });
  const served = await serveFolder(join(folder, 'dist'), false);
  await inPage(browser, (page) => tryPage(page, served.url));
  await inPage(browser, (page) => tryLostBundle(page, served.url));
  await inPage(browser, (page) => tryCompiledStyles(page, `${served.url}compiled.html`));
  await inPage(browser, (page) => tryEditor(page, `${served.url}editor.html`));
  await served.close();
  assert.equal(globSync('dist/assets/compositor-worker-*.js', { cwd: folder }).length, 1);
  assertOwnTexts(join(folder, 'dist/assets'));
  const sheets = globSync('dist/assets/index-*.css', { cwd: folder }).map((file) => readFileSync(join(folder, file)));
  const compiled = readFileSync(join(folder, 'node_modules/@isola/ui/styles/compiled.css'));
  const bytes = sheets.reduce((sum, sheet) => sum + sheet.length, 0);
  // The page uses two components of fifty-four.
  assert.ok(bytes > 0 && bytes < compiled.length / 2, `the page's style weighs ${bytes} of ${compiled.length} bytes`);
  console.log(
    `packages: the page works when built by Vite; style ${bytes} bytes of ${compiled.length} for every component`,
  );
}

/**
 * Checks that the build contains the texts of the editor in every language, and of no other package: the page imports
 * `@isola/i18n/import-words/editor`.
 */
function assertOwnTexts(assets: string): void {
  const files = globSync('*.js', { cwd: assets });
  const countOf = (names: readonly Namespace[]) =>
    names.map((name) => files.filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file)).length);
  const others = namespaces.filter((name) => !packageWords.editor.some((each) => each === name));
  assert.deepEqual(
    countOf(others).filter((count) => count > 0),
    [],
  );
  // The page of the editor is called `editor` as well.
  const withTexts = packageWords.editor.filter((name) => name !== 'editor');
  assert.deepEqual(
    countOf(withTexts),
    withTexts.map(() => locales.length),
  );
  console.log(`packages: the build has ${globSync('*', { cwd: assets }).length} files`);
}

/**
 * Returns the components of the kit without `'use client'`. React on a server (Next.js) would treat them as server
 * components and reject their hooks.
 */
function unmarkedComponents(kit: string): readonly string[] {
  return globSync('components/*/*.js', { cwd: kit }).filter((file) => {
    const [, folder, name] = /(\w[\w-]*)[/\\]([\w-]+)\.js$/.exec(file) ?? [];
    return folder === name && !readFileSync(join(kit, file), 'utf8').startsWith("'use client';\n");
  });
}

/** Returns the type errors of the site and of our packages. Errors in other libraries are ignored. */
function typeErrors(folder: string): readonly string[] {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['-p', folder, '--skipLibCheck', 'false', '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, [tsc, ...options], { cwd: folder, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => /error TS/.test(line) && !/^node_modules\/(?!@isola\/)/.test(line));
}

async function inPage(browser: Browser, visit: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await visit(page);
  assert.deepEqual(errors, []);
  await page.close();
}

/**
 * Checks that the kit has its styles and fonts, that the texts are German, and that the session status becomes known.
 */
async function tryPage(page: Page, url: string): Promise<void> {
  const fonts: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('.woff2')) fonts.push(response.status());
  });
  await page.goto(url);
  const button = page.getByRole('button', { name: 'Abbrechen' });
  await button.waitFor();
  await page.evaluate(() => document.fonts.ready);
  assert.ok(fonts.length > 0 && fonts.every((status) => status === 200), `fonts: ${fonts.join(', ')}`);
  await assertAccent(page);
  await button.click();
  const dialog = page.getByRole('dialog', { name: '88,2 MB' });
  await dialog.waitFor();
  await dialog.getByText('signed-out').waitFor();
  assert.deepEqual(await composeOnWhite(page), {
    width: 40,
    height: 30,
    edge: [255, 255, 255, 255],
    middle: [255, 0, 0, 255],
  });
}

/** Returns pixels of a red image whose middle was put on white by the page's own `compose.ts`. */
function composeOnWhite(page: Page) {
  return page.evaluate(async () => {
    const [width, height] = [40, 30];
    const image = new OffscreenCanvas(width, height);
    const red = image.getContext('2d');
    if (!red) throw new Error('no canvas');
    red.fillStyle = '#ff0000';
    red.fillRect(0, 0, width, height);
    const { middleOnWhite } = globalThis as unknown as {
      middleOnWhite: (image: Blob, widthPx: number, heightPx: number) => Promise<Blob>;
    };
    const file = await middleOnWhite(await image.convertToBlob(), width, height);
    const bitmap = await createImageBitmap(file);
    const drawn = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!drawn) throw new Error('no canvas');
    drawn.drawImage(bitmap, 0, 0);
    const at = (x: number, y: number) => [...drawn.getImageData(x, y, 1, 1).data];
    return { width: bitmap.width, height: bitmap.height, edge: at(2, 15), middle: at(20, 15) };
  });
}

/**
 * Tests the editor in a separate page: an image is cut out, put on black, undone, put on black again, and downloaded.
 */
async function tryEditor(page: Page, url: string): Promise<void> {
  const { file, path } = picture('mug.jpg');
  await page.goto(url);
  await page.locator('input[type=file]').setInputFiles(path);
  const save = page.getByRole('button', { name: /^PNG herunterladen/ });
  const downloaded = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    return readFileSync(await download.path());
  };
  const black = page.getByRole('button', { name: 'Schwarz' });
  await black.waitFor({ timeout: 240_000 });
  assert.ok(iouWithTruth(file, await downloaded()) > 0.9);
  await black.click();
  await page.getByRole('button', { name: /^Rückgängig/ }).click();
  assert.ok(iouWithTruth(file, await downloaded()) > 0.9);
  await page.getByRole('button', { name: /^Wiederholen/ }).click();
  // An opaque background makes the file a JPEG, whose colours are not exact.
  await page.getByRole('button', { name: 'Dateiformat: PNG' }).click();
  assert.deepEqual([...PNG.sync.read(await downloaded()).data.subarray(0, 4)], [0, 0, 0, 255]);
}

/** Checks that a missing text bundle is an error instead of showing keys. */
async function tryLostBundle(page: Page, url: string): Promise<void> {
  await page.route(/\/tool-[^/]*\.js/, (route) => route.abort());
  await page.goto(url);
  await page.getByText('the bundle de/tool could not be loaded').waitFor();
}

async function tryCompiledStyles(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Ohne Tailwind' }).waitFor();
  await assertAccent(page);
}

/** Checks that a primary button has the accent colour, which is `--color-accent` of the tokens. */
async function assertAccent(page: Page): Promise<void> {
  const colours = await page.getByRole('button').evaluate((button) => {
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.background = 'var(--color-accent)';
    const accent = getComputedStyle(sample).backgroundColor;
    sample.remove();
    return { accent, button: getComputedStyle(button).backgroundColor };
  });
  assert.equal(colours.button, colours.accent);
  assert.notEqual(colours.accent, 'rgba(0, 0, 0, 0)');
}
