import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { siteFolder } from './site-folder.ts';

/**
 * True when the tests of the built server behind nginx run. `npm run test:proxy` builds the server and installs nginx.
 */
const isOn = process.env['ISOLA_TEST_PROXY'] === 'nginx';
const host = 'isola.example';
const recommended = readFileSync(join(import.meta.dirname, '../docs/proxy-nginx.conf'), 'utf8');

let folder = '';
const ends: (() => Promise<void>)[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-proxy-'));
  if (!isOn) return;
  const key = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...kind, ...key, ...names], { stdio: 'ignore' });
});
afterAll(async () => {
  await Promise.all(ends.map((end) => end()));
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

function start(program: string, programArguments: string[], environment: Record<string, string> = {}) {
  const child = spawn(program, programArguments, { env: { PATH: process.env['PATH'], ...environment } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed += part.toString()));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  ends.push(stop);
  return { child, printed: () => printed, stop };
}

/** Starts the built server. @returns its port, and functions that return its output and stop it. */
async function startServer(name: string, environment: Record<string, string>) {
  const file = join(folder, `${name}.mjs`);
  const main = JSON.stringify(import.meta.resolve('../apps/server/src/main.ts'));
  writeFileSync(
    file,
    `const { startServer } = await import(${main}); await startServer(${JSON.stringify(resolve(siteFolder))});`,
  );
  const { child, printed, stop } = start(process.execPath, [file], {
    PORT: '0',
    DATA_DIR: join(folder, `${name}-data`),
    ...environment,
  });
  const port = await vi.waitUntil(
    () => {
      if (child.exitCode !== null) throw new Error(printed());
      return /ready at http:\S+:(\d+)/.exec(printed())?.[1];
    },
    { timeout: 120_000 },
  );
  return { port, printed, stop };
}

/** Starts nginx. @param site content of the `http` context. */
async function startNginx(name: string, site: string, port: number): Promise<void> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, name)}-${kind};`,
  );
  const file = join(folder, `${name}.conf`);
  const head = `daemon off; master_process off; pid ${join(folder, name)}.pid; error_log stderr warn; events {}`;
  writeFileSync(file, `${head}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`);
  const { child, printed } = start('nginx', ['-p', folder, '-c', file, '-e', 'stderr']);
  await vi.waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(printed());
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isOpen;
  });
}

/** Replaces texts in a file's content. @throws when one of them is missing. */
function replaced(content: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The recommended configuration does not contain: ${from}`);
    return result.replaceAll(from, to);
  }, content);
}

interface Asked {
  readonly port: number;
  readonly isTls?: boolean;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Client address of the request. Every address in 127.0.0.0/8 belongs to this machine. */
  readonly from?: string;
  /** Address of the server. */
  readonly to?: '127.0.0.1' | '::1';
}

async function ask(asked: Asked) {
  const { port, isTls = false, path, method = 'GET', headers = {}, body, to = '127.0.0.1', from = to } = asked;
  const answered = Promise.withResolvers<{ status: number; headers: Record<string, unknown>; body: string }>();
  const common = { host: to, port, path, method, localAddress: from, agent: false as const };
  const all = { host, ...headers };
  const asking = isTls
    ? requestHttps({ ...common, headers: all, servername: host, ca: readFileSync(join(folder, 'certificate.pem')) })
    : requestHttp({ ...common, headers: all });
  asking.on('response', (response) => {
    void text(response).then((answer) =>
      answered.resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
    );
  });
  asking.on('error', answered.reject);
  asking.end(body);
  return answered.promise;
}

const mailboxPaths = ['/_local/mailbox', '/_local/mailbox.json'];
const register = (asked: Omit<Asked, 'path'>) =>
  ask({ path: '/functions/v1/api-preregister', method: 'POST', body: '{}', ...asked });
const addressSeen = async (asked: Omit<Asked, 'path'>) => {
  const { body } = await ask({ path: '/functions/v1/geo-location', method: 'POST', ...asked });
  return (JSON.parse(body) as { ip: unknown }).ip;
};

describe.runIf(isOn)('nginx with its default headers', () => {
  const asDefault = (serverPort: string, port: number) =>
    `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${serverPort}; } }`;
  let port = 0;
  let unnamedPort = 0;
  beforeAll(async () => {
    [port, unnamedPort] = [await freePort(), await freePort()];
    const server = await startServer('default', { SITE_ORIGIN: `https://${host}` });
    // Simulates an operator who forgot to name the public origin.
    const unnamed = await startServer('unnamed', {});
    await startNginx('default', asDefault(server.port, port), port);
    await startNginx('unnamed', asDefault(unnamed.port, unnamedPort), unnamedPort);
  });

  test('the site is served with Strict-Transport-Security', async () => {
    const { status, headers } = await ask({ port, path: '/' });
    expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  });

  test.each(mailboxPaths)('%s is closed, even when no public origin is named', async (path) => {
    for (const each of [port, unnamedPort]) {
      for (const name of [host, '127.0.0.1', 'localhost']) {
        expect((await ask({ port: each, path, headers: { host: name } })).status, name).toBe(404);
      }
    }
  });

  test('every client appears as the proxy regardless of its headers, and all share one limit', async () => {
    expect(await addressSeen({ port, from: '127.0.2.1', headers: { 'x-forwarded-for': '198.51.100.9' } })).toBe(
      '127.0.0.1',
    );
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${turn}` };
      statuses.push((await register({ port, from: `127.0.${turn}.1`, headers })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });
});

const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));

/** Checks whether the installed nginx is 1.25.1 or newer, which has the directive `http2`. */
function knowsHttp2Directive(): boolean {
  const { stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' });
  const [major = 0, minor = 0, patch = 0] = /(\d+)\.(\d+)\.(\d+)/.exec(stderr)?.slice(1).map(Number) ?? [];
  return major > 1 || minor > 25 || (minor === 25 && patch > 0);
}

describe.runIf(isOn)('nginx with docs/proxy-nginx.conf', () => {
  let port = 0;
  let plainPort = 0;
  let untrustedPort = 0;
  let untrusted = { printed: () => '' };
  let server = { port: '', printed: () => '', stop: () => Promise.resolve() };
  const asRecommended = (serverPort: string, tlsPort: number, httpPort: number) =>
    replaced(recommended, [
      ['127.0.0.1:3000', `127.0.0.1:${serverPort}`],
      ['listen 80;', `listen 127.0.0.1:${httpPort};`],
      ['listen [::]:80;', hasIpv6 ? `listen [::1]:${httpPort};` : ''],
      ['listen [::]:443 ssl;', hasIpv6 ? `listen [::1]:${tlsPort} ssl;` : ''],
      // The file names the change that older versions need.
      ...(knowsHttp2Directive() ? [] : ([['  http2 on;\n', '']] as const)),
      ['listen 443 ssl;', `listen 127.0.0.1:${tlsPort} ssl${knowsHttp2Directive() ? '' : ' http2'};`],
      ['/var/cache/isola', join(folder, `cache-${tlsPort}`)],
      ['/etc/letsencrypt/live/isola.example/fullchain.pem', join(folder, 'certificate.pem')],
      ['/etc/letsencrypt/live/isola.example/privkey.pem', join(folder, 'key.pem')],
    ]);
  beforeAll(async () => {
    [port, plainPort, untrustedPort] = [await freePort(), await freePort(), await freePort()];
    server = await startServer('recommended', { SITE_ORIGIN: `https://${host}`, TRUST_PROXY: '1' });
    await startNginx('recommended', asRecommended(server.port, port, plainPort), port);
    // Simulates an operator who forgot TRUST_PROXY.
    const forgetful = await startServer('untrusted', { SITE_ORIGIN: `https://${host}` });
    untrusted = forgetful;
    await startNginx('untrusted', asRecommended(forgetful.port, untrustedPort, await freePort()), untrustedPort);
  });
  const tls = () => ({ port, isTls: true });

  test('the site is served over TLS with Strict-Transport-Security, and plain HTTP redirects to it', async () => {
    const { status, headers } = await ask({ ...tls(), path: '/' });
    expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
    const plain = await ask({ port: plainPort, path: '/en/single?a=b' });
    expect([plain.status, plain.headers['location']]).toEqual([301, `https://${host}/en/single?a=b`]);
  });

  test.each(mailboxPaths)('%s is closed', async (path) => {
    for (const name of [host, '127.0.0.1', 'localhost', '[::1]']) {
      expect((await ask({ ...tls(), path, headers: { host: name } })).status, name).toBe(404);
    }
  });

  test('a client is seen with its real address, regardless of its headers', async () => {
    for (const written of ['198.51.100.9', '198.51.100.9, 203.0.113.7', '127.0.0.1']) {
      const headers = { 'x-forwarded-for': written, forwarded: `for=${written}`, 'x-real-ip': written };
      expect(await addressSeen({ ...tls(), from: '127.0.2.1', headers })).toBe('127.0.2.1');
    }
  });

  test('each client has a separate limit and cannot raise it with headers', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${turn}` };
      statuses.push((await register({ ...tls(), from: '127.0.3.1', headers })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    expect((await register({ ...tls(), from: '127.0.4.1' })).status).toBe(400);
  });

  test('the backend answers through the proxy, and clients may query its tables', async () => {
    const isReady = async () => (await ask({ ...tls(), path: '/readyz' })).status === 200;
    await vi.waitUntil(isReady, { timeout: 150_000, interval: 500 });
    const { body } = await ask({ ...tls(), path: '/backend.json' });
    const { publishableKey } = JSON.parse(body) as { publishableKey: string };
    const plans = await ask({ ...tls(), path: '/rest/v1/plans?select=id', headers: { apikey: publishableKey } });
    expect([plans.status, JSON.parse(plans.body)]).toEqual([200, expect.arrayContaining([{ id: 'free' }])]);
  }, 180_000);

  test('a page of the site may use the image proxy, and a page of another site may not', async () => {
    const codeFor = async (origin: string) => {
      const headers = { origin, 'content-type': 'application/json' };
      const body = JSON.stringify({ url: 'http://127.0.0.1/' });
      const answer = await ask({ ...tls(), path: '/functions/v1/image-proxy', method: 'POST', headers, body });
      return (JSON.parse(answer.body) as { code: unknown }).code;
    };
    expect(await codeFor(`https://${host}`)).toBe('address-private');
    expect(await codeFor('https://evil.example')).toBe('origin-refused');
  });

  test('a server without TRUST_PROXY warns once about the proxy', async () => {
    const to = { port: untrustedPort, isTls: true };
    for (const from of ['127.0.5.1', '127.0.6.1']) expect(await addressSeen({ ...to, from })).toBe('127.0.0.1');
    for (const path of mailboxPaths) expect((await ask({ ...to, path })).status).toBe(404);
    await expect.poll(() => untrusted.printed().match(/TRUST_PROXY is 0/g)).toHaveLength(1);
  });

  test.skipIf(!hasIpv6)('the site is served over IPv6', async () => {
    expect((await ask({ ...tls(), to: '::1', path: '/healthz' })).status).toBe(200);
  });

  // This test stops the server, so it is the last one.
  test('nginx serves scripts and models by itself, with the headers of the server, also while the server is stopped', async () => {
    const script = `/assets/${readdirSync(join(siteFolder, 'assets')).find((name) => /^frame-.*\.js$/.test(name))}`;
    const model = `/models/${readdirSync(join(siteFolder, 'models')).find((name) => name.endsWith('.bin'))}`;
    const bytes = readFileSync(join(siteFolder, model));
    const requests: Pick<Asked, 'path' | 'headers'>[] = [
      { path: script, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } },
      { path: script, headers: { 'accept-encoding': 'gzip' } },
      { path: script },
      { path: model },
    ];
    // These headers concern one answer or one connection.
    const headersOf = ({ headers }: { headers: Record<string, unknown> }) =>
      Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) => !/^(date|connection|keep-alive|server|x-request-id|accept-ranges|transfer-encoding)$/.test(name),
        ),
      );
    const direct = await Promise.all(requests.map((each) => ask({ port: Number(server.port), ...each })));
    const first = await Promise.all(requests.map((each) => ask({ ...tls(), ...each })));
    const manifest = await ask({ ...tls(), path: '/models/manifest.json' });
    expect(manifest.status).toBe(200);
    await server.stop();
    const stopped = await Promise.all(requests.map((each) => ask({ ...tls(), ...each })));
    for (const [index, answer] of direct.entries()) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-embedder-policy': 'require-corp',
      });
      for (const proxied of [first[index], stopped[index]]) {
        expect([proxied?.status, proxied?.body === answer.body]).toEqual([200, true]);
        expect(proxied && headersOf(proxied)).toEqual(headersOf(answer));
      }
    }
    expect(stopped.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined, undefined]);
    const part = await ask({ ...tls(), path: model, headers: { range: 'bytes=1000-1999' } });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 1000-1999/${bytes.length}`]);
    // Pages and the manifest, which have no hash in their names, come from the server alone.
    for (const path of ['/', '/models/manifest.json']) expect((await ask({ ...tls(), path })).status).toBe(502);
  });
});
