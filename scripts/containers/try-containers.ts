/**
 * Builds the images of the Dockerfile with Podman, runs them as compose.yaml does, and tries them:
 * `npm run try-containers -- --help`.
 *
 * The base images are NODE_IMAGE, NGINX_IMAGE and POSTGRES_IMAGE. Without these variables they are made of Debian's
 * packages by debootstrap, so that no registry of images is needed. On Debian, root gets the programs installed that are
 * missing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, openAsBlob, rmSync, symlinkSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { createCommand } from '../command.ts';

createCommand(
  'npm run try-containers',
  'Builds the images of the Dockerfile with Podman, runs them with PostgreSQL and nginx, and tries them.',
).parse();

const root = join(import.meta.dirname, '../..');
const host = 'isola.example';
const apiKey = 'key-of-this-trial';
const prefix = 'isola-trial';
const tlsPort = 3_943;
const apiPort = 3_944;
const metricsPort = 3_945;
const hasApi = existsSync(join(root, 'apps/api'));
const folder = mkdtempSync(join(tmpdir(), 'isola-containers-'));

function podman(...all: readonly string[]): string {
  return execFileSync('podman', all, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

function build(...all: readonly string[]): void {
  execFileSync('podman', ['build', '--format', 'docker', '--network', 'host', ...all], { cwd: root, stdio: 'inherit' });
}

function installPrograms(): void {
  const missing = ['podman', 'debootstrap', 'openssl'].filter(
    (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error,
  );
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) throw new Error(`These programs are missing: ${missing.join(', ')}.`);
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-q'], options);
  const plugins = ['runc', 'golang-github-containernetworking-plugin-dnsname'];
  execFileSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...missing, ...plugins], options);
}

/** Makes the base images that no variable names. @returns the names of all three. */
function baseImages(): { readonly node: string; readonly nginx: string; readonly postgres: string } {
  const { NODE_IMAGE, NGINX_IMAGE, POSTGRES_IMAGE } = process.env;
  const made = { node: 'localhost/isola-node', nginx: 'localhost/isola-nginx', postgres: 'localhost/isola-postgres' };
  if (!NODE_IMAGE || !NGINX_IMAGE || !POSTGRES_IMAGE) {
    const system = join(folder, 'system');
    execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'trixie', system], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const importAs = (image: string) => {
      const archive = join(folder, 'system.tar');
      const authorities = process.env['NODE_EXTRA_CA_CERTS'];
      // Behind a proxy with a certificate of its own, a build needs the authorities that this machine trusts.
      if (authorities) copyFileSync(authorities, join(system, 'etc/ssl/certs/ca-certificates.crt'));
      const variable = 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt';
      execFileSync('tar', ['-C', system, '--exclude=./var/cache/apt/archives/*.deb', '-cf', archive, '.']);
      podman('import', ...(authorities ? ['--change', variable] : []), archive, image);
    };
    importAs('localhost/isola-debian');
    if (!NGINX_IMAGE) build('-t', made.nginx, '-f', 'scripts/containers/nginx.Dockerfile', 'scripts/containers');
    if (!POSTGRES_IMAGE)
      build('-t', made.postgres, '-f', 'scripts/containers/postgres.Dockerfile', 'scripts/containers');
    if (!NODE_IMAGE) {
      addNode(system);
      importAs(made.node);
    }
  }
  return {
    node: NODE_IMAGE ?? made.node,
    nginx: NGINX_IMAGE ?? made.nginx,
    postgres: POSTGRES_IMAGE ?? made.postgres,
  };
}

/** Adds the project's Node and the newest npm to a system, where Node's own image has them. */
function addNode(system: string): void {
  const local = join(system, 'usr/local');
  const npm = join(local, 'lib/node_modules/npm');
  mkdirSync(npm, { recursive: true });
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', 'npm@11', '--json', '--pack-destination', folder], { encoding: 'utf8' }),
  ) as [{ filename: string }];
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', npm, '--strip-components=1']);
  copyFileSync(process.execPath, join(local, 'bin/node'));
  chmodSync(join(local, 'bin/node'), 0o755);
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  }
}

/** Requests a path of the proxy. A connection that breaks has the status 0. */
function ask(path: string, method = 'GET', headers: Record<string, string> = {}, body?: string) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: string }>();
  const to = { host: '127.0.0.1', port: tlsPort, path, method, servername: host, rejectUnauthorized: false };
  const asking = request({ ...to, headers: { host, ...headers } }, (answer) => {
    void text(answer).then((content) => resolve({ status: answer.statusCode ?? 0, body: content }));
  });
  asking.on('error', () => resolve({ status: 0, body: '' }));
  asking.end(body);
  return promise;
}

async function until(what: string, isTrue: () => Promise<boolean>, seconds = 120): Promise<void> {
  const endMs = performance.now() + seconds * 1_000;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > endMs) throw new Error(`This did not happen within ${seconds} s: ${what}`);
    await setTimeout(200);
  }
  console.log(`- ${what}`);
}

function expect(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  console.log(`- ${what}`);
}

/** Starts a container with the restrictions of compose.yaml. */
function start(name: string, image: string, ...all: readonly string[]): void {
  podman('run', '--detach', '--name', `${prefix}-${name}`, '--network', prefix, '--network-alias', name, ...all, image);
}

const restricted = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

function startAll(postgres: string): void {
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem'), '-subj', `/CN=${host}`];
  execFileSync('openssl', [...kind, ...files], { stdio: 'ignore' });
  podman('network', 'create', prefix);
  const role = `${join(root, 'scripts/containers/create-role.sh')}:/docker-entrypoint-initdb.d/create-role.sh:ro`;
  const passwords = ['--env', 'POSTGRES_PASSWORD=admin', '--env', 'ISOLA_PASSWORD=ordinary'];
  start('database', postgres, ...passwords, '--volume', role);
  const settings = {
    SITE_ORIGIN: `https://${host}`,
    DATABASE_URL: 'postgres://isola:ordinary@database/isola',
    TRUST_PROXY: '1',
    METRICS_PORT: '9464',
    METRICS_HOST: '0.0.0.0',
  };
  const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  start('server', `${prefix}-server`, ...environment, ...restricted, '--publish', `127.0.0.1:${metricsPort}:9464`);
  const certificates = `${folder}:/etc/letsencrypt/live/isola.example:ro`;
  start('proxy', `${prefix}-proxy`, '--volume', certificates, '--publish', `127.0.0.1:${tlsPort}:443`);
  if (hasApi)
    start(
      'api',
      `${prefix}-api`,
      '--env',
      `API_KEYS=${apiKey}`,
      ...restricted,
      '--publish',
      `127.0.0.1:${apiPort}:3000`,
    );
}

async function tryAll(): Promise<void> {
  const inServer = (...command: readonly string[]) => podman('exec', `${prefix}-server`, ...command);
  const signIn = async () => {
    const { body } = await ask('/backend.json');
    const { publishableKey } = JSON.parse(body) as { publishableKey: string };
    const headers = { apikey: publishableKey, 'content-type': 'application/json' };
    const account = JSON.stringify({ email: 'ada@isola.example', password: 'not hers 1A' });
    return (await ask('/auth/v1/token?grant_type=password', 'POST', headers, account)).status;
  };
  const status = async (path: string) => (await ask(path)).status;
  await until('the site answers through the proxy', async () => (await status('/en/single')) === 200);
  await until('the database is migrated and answers', async () => (await status('/readyz')) === 200);
  expect('an unknown member is refused', await signIn(), 400);
  const script = /\/assets\/[\w.-]+\.js/.exec((await ask('/en/single')).body)?.[0] ?? '';
  expect(
    'a script and a model file are served',
    [await status(script), await status('/models/manifest.json')],
    [200, 200],
  );
  expect('the server runs as user 10001', inServer('id', '-u'), '10001');
  const writing = spawnSync('podman', ['exec', `${prefix}-server`, 'touch', '/isola/a'], { stdio: 'ignore' });
  expect('the server cannot write to its image', writing.status === 0, false);
  podman('healthcheck', 'run', `${prefix}-server`);
  console.log('- the health check passes');
  expect('the commands of operators run', inServer('node', 'scripts/tasks.ts', 'admins', 'list'), '');
  const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await until('metrics are served', async () => /^isola_ready 1$/m.test(await scrape()));

  podman('stop', `${prefix}-database`);
  await until('the server notices that the database is gone', async () => (await status('/readyz')) === 503, 30);
  expect('pages are served without the database', [await status('/'), await status('/de/single')], [200, 200]);
  podman('healthcheck', 'run', `${prefix}-server`);
  podman('start', `${prefix}-database`);
  await until('the server finds the database again', async () => (await status('/readyz')) === 200);
  if (hasApi) await tryApi();
  podman('stop', '--time', '20', `${prefix}-server`);
  const ended = podman('inspect', '--format', '{{.State.ExitCode}}', `${prefix}-server`);
  expect('the server ends by itself when it is stopped', ended, '0');
  expect('nginx serves the script while the server is stopped', await status(script), 200);
}

/** Has the removal server cut out one picture of the repository. */
async function tryApi(): Promise<void> {
  const url = `http://127.0.0.1:${apiPort}`;
  await until('the removal server answers', async () => (await fetch(`${url}/healthz`)).ok);
  const picture = join(root, 'pictures/mug.jpg');
  const form = new FormData();
  form.set('image_file', await openAsBlob(picture), 'mug.jpg');
  const answer = await fetch(`${url}/v1.0/removebg`, { method: 'POST', headers: { 'x-api-key': apiKey }, body: form });
  expect('the removal server cuts out', [answer.status, answer.headers.get('content-type')], [200, 'image/png']);
}

function removeAll(): void {
  const names = ['api', 'proxy', 'server', 'database'].map((name) => `${prefix}-${name}`);
  // One by one: after a name that does not exist, Podman 4 removes none of the others, and reports success.
  for (const name of names) spawnSync('podman', ['rm', '--force', '--volumes', name], { stdio: 'ignore' });
  spawnSync('podman', ['network', 'rm', prefix], { stdio: 'ignore' });
}

installPrograms();
try {
  const { node, nginx, postgres } = baseImages();
  const base = ['--build-arg', `NODE_IMAGE=${node}`, '--build-arg', `NGINX_IMAGE=${nginx}`];
  const named = ['--build-arg', `SITE_ORIGIN=https://${host}`, '--build-arg', `SITE_HOST=${host}`];
  for (const target of ['server', 'proxy', ...(hasApi ? ['api'] : [])]) {
    build(...base, ...named, '--target', target, '-t', `${prefix}-${target}`, '.');
  }
  removeAll();
  startAll(postgres);
  await tryAll();
  console.log(podman('images', '--format', 'table {{.Repository}} {{.Size}}', '--filter', 'dangling=false'));
} catch (error) {
  for (const name of ['database', 'server', 'proxy', ...(hasApi ? ['api'] : [])]) {
    spawnSync('podman', ['logs', '--tail', '20', `${prefix}-${name}`], { stdio: 'inherit' });
  }
  throw error;
} finally {
  removeAll();
  rmSync(folder, { recursive: true, force: true });
}
