import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { iouWithTruth, picture } from '../support/pictures.ts';

const root = join(import.meta.dirname, '../..');

let folder = '';
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-commands-'));
});
test.afterEach(() => rmSync(folder, { recursive: true }));

function lineMatching(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = pattern.exec(text);
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the command ended with ${code} after: ${text}`)));
  });
}

test(
  'npm run serve uses PORT, HOST and DATA_DIR, reports when it is ready, and stops cleanly',
  { tag: '@routes' },
  async () => {
    const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') };
    const server = spawn('npm', ['run', 'serve'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [, address = ''] = await lineMatching(server, /^Isola is ready at (http:\/\/127\.0\.0\.1:\d+)$/m);
    const response = await fetch(`${address}/single`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cross-origin-embedder-policy')).toBe('require-corp');

    server.kill('SIGTERM');
    // npm itself ends at once, and the server must follow.
    const answers = () =>
      fetch(address).then(
        () => 'yes',
        () => 'no',
      );
    await expect.poll(answers).toBe('no');
  },
);

test('the server exits with code 0 when it is stopped', { tag: ['@routes', '@long'] }, async () => {
  const env = { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data') };
  const server = spawn('node', ['scripts/run.mjs', 'serve'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  await lineMatching(server, /^Isola is ready at /m);
  const ended = new Promise((resolve) => server.once('exit', (code, signal) => resolve(signal ?? code)));
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('npm run serve names a port that is already in use', { tag: ['@routes', '@long'] }, ({ baseURL }) => {
  const env = { ...process.env, PORT: new URL(baseURL ?? '').port, DATA_DIR: join(folder, 'data') };
  // A server that starts after all would block this worker for ever.
  const options = { cwd: root, env, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stderr } = spawnSync('node', ['scripts/run.mjs', 'serve'], options);
  expect(status).toBe(1);
  expect(stderr).toMatch(/Port \d+ is taken: set PORT/);
});

test(
  'the build contains small kernels, at most two runtimes, one encoder and only hashed models',
  { tag: '@routes' },
  () => {
    const dist = join(root, 'apps/site/dist');
    const wasm = globSync('**/*.wasm', { cwd: dist, exclude: ['earlier'] }).map((file) => ({
      file,
      bytes: statSync(join(dist, file)).size,
    }));
    const runtimes = wasm.filter(({ file }) => file.startsWith('assets/ort-'));
    expect(runtimes.length).toBeLessThanOrEqual(2);
    for (const { bytes } of runtimes) expect(bytes).toBeLessThan(17 * 1024 * 1024);
    // The encoder of AVIF is loaded when somebody chooses that format.
    const encoders = wasm.filter(({ file }) => file.startsWith('assets/avif_enc-'));
    expect(encoders.length).toBe(1);
    for (const { bytes } of encoders) expect(bytes).toBeLessThan(4 * 1024 * 1024);
    const kernels = wasm.filter((each) => !runtimes.includes(each) && !encoders.includes(each));
    expect(kernels.length).toBe(10);
    for (const { bytes } of kernels) expect(bytes).toBeLessThan(22 * 1024);
    const models = globSync('**/*.*', { cwd: join(dist, 'models') }).filter(
      (file) => !/(^|\/)(manifest\.json|licence-)/.test(file) && !/\.(br|gz)$/.test(file),
    );
    expect(models.length).toBeGreaterThan(0);
    for (const file of models) {
      const hash = createHash('sha256')
        .update(readFileSync(join(dist, 'models', file)))
        .digest('hex');
      expect(file).toContain(`.${hash.slice(0, 16)}.`);
    }
  },
);

test(
  'every page and script is served while the site is rebuilt, and when the build fails',
  { tag: ['@routes', '@long'] },
  async ({ baseURL }) => {
    const urlOf = (path: string) => new URL(path, baseURL);
    const textOf = async (path: string) => (await fetch(urlOf(path))).text();
    const page = await textOf('/en/single');
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'none';
    const build = spawn(process.execPath, ['apps/site/build/build.ts'], {
      cwd: root,
      // The build reads this variable last, so it fails at its end.
      env: { ...process.env, PAYMENT_FORM_ORIGINS: 'no address' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let reason = '';
    build.stderr.on('data', (part: Buffer) => (reason += part.toString()));
    const state = { isOver: false };
    const ended = new Promise((resolve) => build.once('exit', resolve)).finally(() => (state.isOver = true));
    const missing = new Set<string>();
    while (!state.isOver) {
      for (const path of ['/en/single', script, '/models/manifest.json']) {
        const { status } = await fetch(urlOf(path));
        if (status !== 200) missing.add(`${path} ${status}`);
      }
    }
    expect(await ended, reason).toBe(1);
    expect(reason).toContain('PAYMENT_FORM_ORIGINS is not an address');
    expect(Array.from(missing)).toEqual([]);
    expect(await textOf('/en/single')).toBe(page);
  },
);

test('npm run cutout cuts out the images that it can read, and names the others', { tag: ['@single', '@long'] }, () => {
  const { path, widthPx, heightPx } = picture('mug.jpg');
  const broken = join(folder, 'broken.jpg');
  writeFileSync(broken, 'not a picture');
  const out = join(folder, 'out');
  const result = spawnSync('node', ['scripts/run.mjs', 'cutout', path, broken, '--out', out, '--mask', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(result.status).toBe(1);
  expect(result.stderr).toContain('1 of 2 failed');
  expect(result.stderr).toContain(`${broken}: unsupported-format`);
  const lines = result.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.at(-2)).toMatchObject({ file: path, outcome: 'done', widthPx, heightPx, run: { thread: 'worker' } });
  expect(lines.at(-1)).toMatchObject({ file: broken, outcome: 'failed', code: 'unsupported-format' });

  const cutoutPng = readFileSync(join(out, 'mug-cutout.png'));
  expect(iouWithTruth('mug.jpg', cutoutPng)).toBeGreaterThanOrEqual(0.9);
  const cutout = PNG.sync.read(cutoutPng);
  const mask = PNG.sync.read(readFileSync(join(out, 'mug-mask.png')));
  const centre = (Math.floor(heightPx / 2) * widthPx + Math.floor(widthPx * 0.45)) * 4;
  expect([mask.data[centre], mask.data[0]]).toEqual([cutout.data[centre + 3], cutout.data[3]]);
});
