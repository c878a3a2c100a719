import { execFile, execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Catalogue } from './catalogue.ts';

const packageName = '@weights/of-a-test';
const weights = randomBytes(5000);
const command = join(import.meta.dirname, 'isola-models.ts');

let folder = '';
let registry: Server;
let requests: string[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isola-models-test-'));
  requests = [];
  registry = await startRegistry(packWeights(weights));
});
afterEach(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

test('the command names licence, size and source, and takes nothing without a terminal or the option', async () => {
  const { code, output } = await run('models');
  expect(code).toBe(1);
  expect(output).toContain('npm package @weights/of-a-test@1.2.3, a download of 2.5 MB');
  expect(output).toContain('licence  Licence of a test');
  expect(output).toContain('run the command in a terminal, or add --accept-licence');
  expect(requests).toEqual([]);
  expect(existsSync(join(folder, 'models'))).toBe(false);
});

test(
  'the command takes the weights from the registry that npm is configured with, once',
  { tags: ['long'] },
  async () => {
    const { code, output } = await run('models', '--accept-licence');
    expect([code, output]).toEqual([0, expect.stringContaining('models built: own')]);
    expect(requests.some((url) => url.endsWith('.tgz'))).toBe(true);
    const part = readdirSync(join(folder, 'models')).find((file) => file.endsWith('.bin')) ?? '';
    expect(readFileSync(join(folder, 'models', part)).equals(weights)).toBe(true);

    requests = [];
    expect(await run('models')).toEqual({ code: 0, output: 'models: up to date\n' });
    expect(requests).toEqual([]);
  },
);

test(
  'the command uses an installed package of the same version and replaces another version',
  { tags: ['long'] },
  async () => {
    install('1.2.3');
    expect(await run('models', '--accept-licence')).toMatchObject({ code: 0, output: /which is installed/ });
    expect(requests).toEqual([]);
    install('1.2.2');
    expect(await run('others', '--accept-licence')).toMatchObject({ code: 0 });
    expect(requests).not.toEqual([]);
  },
);

test('the command writes no manifest when the package contains other weights', { tags: ['long'] }, async () => {
  registry.close();
  registry = await startRegistry(packWeights(randomBytes(5000)));
  const { code, output } = await run('models', '--accept-licence');
  expect([code, output]).toEqual([1, expect.stringContaining('own: the file has the SHA-256')]);
  expect(readdirSync(join(folder, 'models'))).toEqual([]);
});

test('the command names the package that the registry does not have', { tags: ['long'] }, async () => {
  registry.close();
  registry = await startRegistry(undefined);
  const { code, output } = await run('models', '--accept-licence');
  expect([code, output]).toEqual([1, expect.stringContaining('cannot take the package @weights/of-a-test@1.2.3')]);
});

test('a catalogue cannot pass shell syntax to npm', async () => {
  const { code, output } = await run('models', '--accept-licence', { package: '@weights/a; touch hacked' });
  expect([code, output]).toEqual([1, expect.stringContaining('models[0].from')]);
});

interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs the command in `folder` on a catalogue whose only model is in the test's package. */
function run(...words: (string | Partial<Record<'package', string>>)[]): Promise<Ran> {
  const from = words.find((word) => typeof word === 'object');
  const catalogue = join(folder, 'catalogue.json');
  writeFileSync(catalogue, JSON.stringify(catalogueOf(from)));
  const options = ['--catalogue', catalogue];
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    npm_config_cache: join(folder, 'cache'),
    npm_config_fetch_retries: '0',
    // The launchers of pnpm add the workspace's packages to NODE_PATH.
    NODE_PATH: '',
  };
  const given = words.filter((word) => typeof word === 'string');
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...given, ...options], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

function catalogueOf(from?: object): Catalogue {
  return {
    default: 'own',
    models: [
      {
        id: 'own',
        name: 'Our own',
        format: 'onnx',
        from: { package: packageName, version: '1.2.3', downloadBytes: 2_540_000, file: 'model.onnx', ...from },
        sha256: createHash('sha256').update(weights).digest('hex'),
        sizeBytes: weights.length,
        input: { name: 'x', widthPx: 8, heightPx: 8, mean: [0, 0, 0], std: [1, 1, 1] },
        output: { name: 'y' },
        licence: 'Licence of a test',
        source: 'a test',
      },
    ],
  };
}

/** Writes the package's files. The version is that in its package.json. */
function writePackage(target: string, version: string, model: Uint8Array): void {
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), JSON.stringify({ name: packageName, version, main: 'index.js' }));
  writeFileSync(join(target, 'index.js'), '');
  writeFileSync(join(target, 'model.onnx'), model);
}

function packWeights(model: Uint8Array): Buffer {
  writePackage(join(folder, 'packed/package'), '1.2.3', model);
  execFileSync('tar', ['-czf', 'packed.tgz', 'package'], { cwd: join(folder, 'packed') });
  return readFileSync(join(folder, 'packed/packed.tgz'));
}

function install(version: string): void {
  writePackage(join(folder, 'node_modules', packageName), version, weights);
}

/** Starts an npm registry with one package, or with none. */
async function startRegistry(tarball: Buffer | undefined): Promise<Server> {
  const server = createServer(({ url = '', headers }, response) => {
    requests.push(url);
    if (!tarball) return response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    if (url.endsWith('.tgz')) return response.end(tarball);
    const dist = {
      tarball: `http://${headers.host}/packed.tgz`,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    };
    const versions = { '1.2.3': { name: packageName, version: '1.2.3', dist } };
    return response.end(JSON.stringify({ name: packageName, 'dist-tags': { latest: '1.2.3' }, versions }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}
