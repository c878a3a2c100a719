import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Page } from '@playwright/test';
import tailwindcss from '@tailwindcss/vite';
import { build, createServer, type InlineConfig } from 'vite';

import { buildPackages, packPackage } from '../../scripts/package/build-package.ts';
import { packageNames } from '../../scripts/package/workspace-package.ts';
import { serveFolder } from './serve-folder.ts';

const root = join(import.meta.dirname, '../..');
const isWindows = process.platform === 'win32';

/**
 * Installs the packages with npm in a site outside the workspace, checks the site's types, and uses it in a browser, as Vite
 * serves it while one works and as Vite builds it; and in Node what works there.
 * @param folder an empty one, outside the workspace.
 */
export async function tryPackages(browser: Browser, folder: string): Promise<void> {
  cpSync(join(root, 'tests/library/consumers/packages'), folder, { recursive: true });
  const tarballs = (await buildPackages(packageNames())).map((name) => packPackage(name, folder));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const inFolder = { cwd: folder, stdio: 'inherit', shell: isWindows } as const;
  // A site of today: what the packages ask for as peers npm installs by itself.
  const others = ['tailwindcss', 'vite', '@types/react', '@types/react-dom'].map((name) => `${name}@${pinned(name)}`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs, ...others], inFolder);

  assert.deepEqual(typeErrors(folder), []);
  execFileSync(process.execPath, ['in-node.mjs'], inFolder);
  console.log('packages: their types hold, and Node runs them');

  const config: InlineConfig = { root: folder, configFile: false, logLevel: 'error', plugins: [tailwindcss()] };
  const server = await createServer({ ...config, server: { port: 0, host: '127.0.0.1' } });
  await server.listen();
  await inPage(browser, (page) => tryPage(page, server.resolvedUrls?.local[0] ?? ''));
  await server.close();
  console.log('packages: they work as Vite serves them');

  const input = ['index.html', 'compiled.html'].map((file) => join(folder, file));
  await build({ ...config, build: { rolldownOptions: { input } } });
  const served = await serveFolder(join(folder, 'dist'), false);
  await inPage(browser, (page) => tryPage(page, served.url));
  await inPage(browser, (page) => tryLostBundle(page, served.url));
  await inPage(browser, (page) => tryCompiledStyles(page, `${served.url}compiled.html`));
  await served.close();
  assert.equal(globSync('dist/assets/compositor-worker-*.js', { cwd: folder }).length, 1);
  const sheets = globSync('dist/assets/index-*.css', { cwd: folder }).map((file) => readFileSync(join(folder, file)));
  const compiled = readFileSync(join(folder, 'node_modules/@isola/ui/styles/compiled.css'));
  const bytes = sheets.reduce((sum, sheet) => sum + sheet.length, 0);
  // Two components of fifty-four.
  assert.ok(bytes > 0 && bytes < compiled.length / 2, `the page's style weighs ${bytes} of ${compiled.length} bytes`);
  console.log(
    `packages: they work as Vite builds them; style ${bytes} bytes of ${compiled.length} for every component`,
  );
}

/** @returns what is wrong with the site's types and the packages' own; those of other libraries are not ours to mend. */
function typeErrors(folder: string): readonly string[] {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['-p', folder, '--skipLibCheck', 'false', '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, [tsc, ...options], { cwd: folder, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => /error TS/.test(line) && !/^node_modules\/(?!@isola\/)/.test(line));
}

/** @returns the version of the workspace's catalog. */
function pinned(name: string): string {
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const version = new RegExp(`^ {2}'?${name}'?: (\\S+)$`, 'm').exec(catalog)?.[1];
  assert.ok(version, `the catalog has no ${name}`);
  return version;
}

async function inPage(browser: Browser, visit: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await visit(page);
  assert.deepEqual(errors, []);
  await page.close();
}

/** The kit is drawn in its look and letters, the words are German, and the session is found out. */
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
}

/** Words that do not come are an error, not their keys. */
async function tryLostBundle(page: Page, url: string): Promise<void> {
  await page.route(/\/tool-[^/]*\.js/, (route) => route.abort());
  await page.goto(url);
  await page.getByText('the words de/tool could not be loaded').waitFor();
}

async function tryCompiledStyles(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Ohne Tailwind' }).waitFor();
  await assertAccent(page);
}

/** A primary button is filled with the accent colour, which is `--color-accent` of the tokens. */
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
