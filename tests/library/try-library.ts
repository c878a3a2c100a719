/**
 * Tests the packages as an outside project would use them: `npm run try-library`. All are installed and used in a site
 * outside the workspace. The segmenter is built by bundlers and cuts out an image in a browser; its example for Node is
 * run in Node, Deno and Bun. The other entries are used on a page, and projects are created from the templates, among them
 * that for Next.js. The journeys test the page without a bundler.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from '@playwright/test';
import { build, createServer } from 'vite';
import webpack from 'webpack';

import { chromiumPath } from '../../scripts/chromium.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import { packLibrary, unpackLibrary } from './pack-library.ts';
import { segmentInPage } from './segment-in-page.ts';
import { type ServedFolder, serveFolder } from './serve-folder.ts';
import { startServer } from './start-server.ts';
import { tryEntries, tryTemplates } from './try-entries.ts';
import { tryInstallLines } from './try-install-lines.ts';
import { tryPackages } from './try-packages.ts';

/** Builds a page from the sources in `folder` with the bundler's defaults, and serves it. */
type Consumer = (folder: string) => Promise<ServedFolder>;

const consumers: Record<string, Consumer> = {
  async vite(folder) {
    await build({ root: folder, logLevel: 'warn' });
    return serveFolder(join(folder, 'dist'), true);
  },
  async 'vite, while one works'(folder) {
    const server = await createServer({
      root: folder,
      logLevel: 'warn',
      server: { port: 0, host: '127.0.0.1' },
    });
    await server.listen();
    return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
  },
  async webpack(folder) {
    const outputFolder = join(folder, 'public');
    await bundleWithWebpack(folder, outputFolder);
    cpSync(join(folder, 'index.html'), join(outputFolder, 'index.html'));
    return serveFolder(outputFolder, true);
  },
};

/** Other runtimes than this one, with the start of their command line. They are npm packages. */
const runtimes = {
  'node@22.23.3': ['node'],
  'deno@2.9.6': ['deno', 'run', '--allow-all'],
  'bun@1.4.5': ['bun', 'run'],
};

const root = join(import.meta.dirname, '../..');
const { file, path } = picture('mug.jpg');
const folder = mkdtempSync(join(tmpdir(), 'isola-try-library-'));
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
try {
  const site = join(folder, 'site');
  mkdirSync(site);
  await tryPackages(browser, site);
  const lines = join(folder, 'lines');
  mkdirSync(lines);
  tryInstallLines(site, lines);
  const tarball = await packLibrary(folder);
  const models = join(folder, 'models');
  for (const [name, prepare] of Object.entries(consumers)) {
    const [bundler = ''] = name.split(',');
    const consumer = join(folder, name);
    const library = join(consumer, 'node_modules/@isola/segmenter');
    const example = join(root, 'packages/segmenter/examples', bundler);
    if (existsSync(example)) cpSync(example, consumer, { recursive: true });
    else bundlerAlone(bundler, consumer);
    unpackLibrary(tarball, library);
    // The first call takes the weights from the registry. The others find the models already made.
    const command = join(library, 'isola-models.js');
    execFileSync(process.execPath, [command, models, '--accept-licence'], { cwd: consumer, stdio: 'inherit' });
    mkdirSync(join(consumer, 'public'));
    symlinkSync(models, join(consumer, 'public/models'), 'junction');

    const served = await prepare(consumer);
    const page = await browser.newPage();
    const { png, run } = await segmentInPage(page, served.url, path);
    await page.close();
    await served.close();
    const iou = iouWithTruth(file, png);
    console.log(`${name}: ${run.provider}, threads ${run.threads}, thread ${run.thread}; IoU ${iou.toFixed(3)}`);
    if (iou < 0.9 || run.provider !== 'engine' || run.thread !== 'worker')
      throw new Error(`${name}: unexpected result`);
  }
  tryInNode(join(folder, 'node'), tarball, models);
  await tryEntries(browser, join(folder, 'entries'), tarball, models);
  const [creator = ''] = globSync('create-isola-*.tgz', { cwd: site });
  await tryTemplates(browser, join(folder, 'templates'), join(site, creator), models);
  await tryServer(join(folder, 'node'));
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

/** Installs the example for Node and runs it without a browser, in this version of Node and in other runtimes. */
function tryInNode(consumer: string, tarball: string, models: string): void {
  cpSync(join(root, 'packages/segmenter/examples/node'), consumer, { recursive: true });
  copyFileSync(tarball, join(consumer, 'isola-segmenter-0.1.0.tgz'));
  symlinkSync(models, join(consumer, 'models'), 'junction');
  copyFileSync(path, join(consumer, file));
  const inFolder = { cwd: consumer, shell: process.platform === 'win32' } as const;
  const npmInstall = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', npmInstall, { ...inFolder, stdio: 'inherit' });
  cutOutWith(`node ${process.version}`, [process.execPath], consumer);
  execFileSync('npm', [...npmInstall, '--no-save', ...Object.keys(runtimes)], { ...inFolder, stdio: 'inherit' });
  for (const [name, words] of Object.entries(runtimes)) {
    const [program = '', ...options] = words;
    cutOutWith(name, [join(consumer, 'node_modules/.bin', program), ...options], consumer);
  }
}

/** Runs the example for Node. @param words the start of the command line: the runtime and its options. */
function cutOutWith(name: string, [program = '', ...options]: readonly string[], consumer: string): void {
  const inFolder = { cwd: consumer, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const said = execFileSync(program, [...options, 'cut-out.js', file], inFolder);
  const { provider, thread, threads } = JSON.parse(said) as { provider: string; thread: string; threads: number };
  const iou = iouWithTruth(file, readFileSync(join(consumer, `${file}.cutout.png`)));
  rmSync(join(consumer, `${file}.cutout.png`));
  console.log(`${name}: ${provider}, threads ${threads}, thread ${thread}; IoU ${iou.toFixed(3)}`);
  if (iou < 0.9 || provider !== 'engine' || thread !== 'worker') throw new Error(`${name}: unexpected result`);
}

/** Runs the removal server of the installed package, and removes a background over HTTP. */
async function tryServer(consumer: string): Promise<void> {
  const command = join(consumer, 'node_modules/@isola/segmenter/segmenter.js');
  const env = { ...process.env, PORT: '0' };
  const served = await startServer(spawn('node', [command, 'serve', '--models', 'models'], { cwd: consumer, env }));
  const form = new FormData();
  form.set('image_file', new Blob([readFileSync(path)]));
  form.set('size', 'auto');
  const answer = await fetch(`${served.url}v1.0/removebg`, { method: 'POST', body: form });
  const iou = iouWithTruth(file, Buffer.from(await answer.arrayBuffer()));
  await served.close();
  console.log(`server: IoU ${iou.toFixed(3)}`);
  if (iou < 0.9) throw new Error('server: unexpected result');
}

/** Combines the script of the Vite example with another bundler. */
function bundlerAlone(bundler: string, consumer: string): void {
  cpSync(join(root, 'tests/library/consumers', bundler), consumer, { recursive: true });
  copyFileSync(join(root, 'packages/segmenter/examples/vite/main.js'), join(consumer, 'main.js'));
}

function bundleWithWebpack(context: string, outputFolder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const output = { path: outputFolder, filename: 'bundle.js' };
    webpack({ mode: 'production', context, entry: './main.js', output }, (error, stats) => {
      if (error) reject(error);
      else if (!stats || stats.hasErrors() || stats.hasWarnings())
        reject(new Error(stats?.toString('errors-warnings')));
      else resolve();
    });
  });
}
