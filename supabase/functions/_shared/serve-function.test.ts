/** @module-tag long */
import { execFile, spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

import { isConcurrent, openTestDatabase } from '../../tests/open-test-database.ts';
import { functions } from '../functions.ts';
import { createCallCounter } from './call-counter.ts';
import { connectRateCounter } from './rate-counter.ts';
import { serverForTest } from './server-for-test.ts';

// Tests the functions as a hosted project runs them: under Deno, without a network beyond this machine. The packages
// are those of this folder. Deno does not start unless they have the versions that `deno.json` names.

const { runInstall } = createRequire(import.meta.url)('deno/install_api.cjs') as { runInstall: () => string };
const deno = runInstall();
// The functions are copied, because Deno writes into a `package.json` next to a `pnpm-workspace.yaml`.
const copy = mkdtempSync(join(tmpdir(), 'isola-deno-'));
const folder = join(copy, 'functions');
cpSync(join(import.meta.dirname, '..'), folder, { recursive: true });
symlinkSync(join(import.meta.dirname, '../../node_modules'), join(copy, 'node_modules'), 'junction');
const cache = join(copy, 'cache');
const offline = ['--config=deno.json', '--node-modules-dir=manual', '--no-remote', '--no-lock'];
const timeLimitMs = 60_000;

/**
 * Environment variables that the functions read; the PostgreSQL driver looks for those with `PG`. Deno throws for any
 * other name.
 */
const names = [
  'PG*',
  'CLIENT_IP_HEADER',
  'COUNTRY_HEADER',
  'RATE_LIMIT_SCALE',
  'SUPABASE_DB_URL',
  'SUPABASE_URL',
  'SUPABASE_SECRET_KEYS',
  'SUPABASE_SERVICE_ROLE_KEY',
  'SITE_ORIGIN',
  'REDIRECT_ORIGINS',
  'SEARCH_PUSH_ENDPOINT',
  'SEARCH_PUSH_SITE',
  'SEARCH_PUSH_TOKEN',
  'SEARCH_PING_ENDPOINT',
  'AI_PROVIDER',
  'AI_IMAGES_URL',
  'AI_IMAGES_KEY',
  'AI_IMAGES_MODEL',
  'AI_IMAGES_NAME',
  'AI_IMAGES_SIZES',
  'AI_IMAGES_PER_CALL',
  'AI_IMAGES_SEED',
  'AI_IMAGES_PARAMETERS',
  'AI_IMAGES_TIMEOUT_MS',
  'AI_VISITOR_IMAGES',
  'AI_VISITORS_IMAGES',
  'AI_FREE_MEMBER_IMAGES',
  'PAYMENT_PROVIDER',
  'PAYMENT_TEST_EVENTS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_URL',
  'STRIPE_TIMEOUT_MS',
  'WECHAT_PAY_*',
];

afterAll(() => rmSync(copy, { recursive: true, force: true }));

type Environment = Readonly<Partial<Record<string, string>>>;

/** @param module path of a file in the folder of functions, or the source of a module. */
async function startDeno(module: { path: string } | { text: string }, environment: Environment = {}) {
  const permissions = ['--no-prompt', '--allow-net=127.0.0.1', `--allow-env=${names.join()}`];
  const child = spawn(deno, ['run', ...offline, ...permissions, 'path' in module ? module.path : '-'], {
    cwd: folder,
    env: { ...environment, DENO_DIR: cache, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0', NO_COLOR: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (printed += data.toString()));
  child.stdin.end('text' in module ? module.text : '');
  const origin = await vi.waitUntil(
    () => {
      if (child.exitCode !== null) throw new Error(printed);
      return /Listening on (http:\/\/[\d.:]+)/.exec(printed)?.[1];
    },
    { timeout: timeLimitMs },
  );
  return async (body?: unknown, headers: Record<string, string> = {}, method = 'POST') => {
    const response = await fetch(origin, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = isJson ? (JSON.parse(bytes.toString()) as unknown) : null;
    return { status: response.status, headers: response.headers, bytes, answer };
  };
}

const serve = async (name: string, environment?: Environment) =>
  await startDeno({ path: `${name}/index.ts` }, environment);

/** Starts a server that plays PostgREST and refuses certain texts. */
async function startDatabase() {
  return await serverForTest(({ body }, response) => {
    const { text } = JSON.parse(body) as { text?: unknown };
    const [status, code] =
      text === 'lorem ipsum' ? [400, '23514'] : text === 'down' ? [503, 'PGRST001'] : [201, undefined];
    response.writeHead(status, { 'content-type': 'application/json' }).end(code && JSON.stringify({ code }));
  });
}

test('every function passes the type check', { timeout: timeLimitMs, tags: ['long'] }, async () => {
  const files = globSync('*/index.ts', { cwd: folder });
  expect(files).toHaveLength(Object.keys(functions).length);
  await promisify(execFile)(deno, ['check', ...offline, ...files], { cwd: folder, env: { DENO_DIR: cache } });
});

test(
  'geo-location takes the address and the country from the platform’s headers',
  { timeout: timeLimitMs },
  async () => {
    const ask = await serve('geo-location');
    const headers = { 'x-forwarded-for': '203.0.113.7, 10.0.0.1', 'cf-ipcountry': 'FR' };
    expect((await ask(undefined, headers)).answer).toEqual({ ip: '203.0.113.7', country: 'FR', defaultLanguage: 'fr' });
    const unknown = { 'x-forwarded-for': '<script>', 'cf-ipcountry': 'XX', 'accept-language': 'ko' };
    expect((await ask(undefined, unknown)).answer).toEqual({ ip: null, country: null, defaultLanguage: 'ko' });
    expect((await ask(undefined, {}, 'GET')).status).toBe(405);
  },
);

test('only pages of the site may call from another origin', { timeout: timeLimitMs }, async () => {
  const ask = await serve('geo-location', {
    SITE_ORIGIN: 'https://isola.example',
    REDIRECT_ORIGINS: 'https://app.example',
  });
  for (const [origin, allowed] of [
    ['https://isola.example', 'https://isola.example'],
    ['https://app.example', 'https://app.example'],
    ['https://evil.example', null],
  ] as const) {
    const preflight = await ask(undefined, { origin, 'access-control-request-method': 'POST' }, 'OPTIONS');
    expect(preflight.status).toBe(204);
    for (const { headers } of [preflight, await ask(undefined, { origin })]) {
      expect(headers.get('access-control-allow-origin')).toBe(allowed);
    }
  }
});

test(
  'geo-location takes address and country from the headers that the operator names',
  { timeout: timeLimitMs },
  async () => {
    const ask = await serve('geo-location', { CLIENT_IP_HEADER: 'x-real-ip', COUNTRY_HEADER: 'x-country' });
    const headers = {
      'x-forwarded-for': '198.51.100.9',
      'cf-ipcountry': 'FR',
      'x-real-ip': '2001:db8::7',
      'x-country': 'JP',
    };
    expect((await ask(undefined, headers)).answer).toEqual({ ip: '2001:db8::7', country: 'JP', defaultLanguage: 'ja' });
  },
);

test('feedback is stored with the secret key, and each address has its limit', { timeout: timeLimitMs }, async () => {
  const { origin, asked } = await startDatabase();
  const send = await serve('feedback', {
    SUPABASE_URL: origin,
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_one"}',
    SUPABASE_SERVICE_ROLE_KEY: 'a.legacy.token',
  });
  const feedback = { text: '耳の毛がなくなりました。', language: 'ja', page: '/ja/single' };
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  expect(await send(feedback, from('203.0.113.7'))).toMatchObject({ status: 200, answer: { ok: true } });
  expect(asked).toMatchObject([
    {
      method: 'POST',
      url: '/rest/v1/feedback',
      headers: { apikey: 'sb_secret_one', prefer: 'return=minimal', 'content-type': 'application/json' },
    },
  ]);
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ ...feedback, email: null, key: null });

  expect(await send({ ...feedback, text: '' }, from('203.0.113.8'))).toMatchObject({
    status: 400,
    answer: { code: 'text-invalid' },
  });
  for (const text of ['lorem ipsum', 'down']) {
    expect(await send({ ...feedback, text }, from('203.0.113.9'))).toMatchObject({
      status: 503,
      answer: { code: 'unavailable' },
    });
  }
  const flood = await Promise.all(Array.from({ length: 12 }, async () => await send({}, from('203.0.113.10'))));
  expect(flood.filter(({ status }) => status === 429)).toHaveLength(2);
  expect(flood.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
});

// A driver with a backoff would take half a minute for these calls.
test('an isolate counts by itself while the database cannot be reached', { timeout: 15_000 }, async () => {
  const ask = await serve('api-preregister', { SUPABASE_DB_URL: 'postgres://isola@127.0.0.1:1/none' });
  const statuses: number[] = [];
  for (let turn = 0; turn < 11; turn += 1) statuses.push((await ask({})).status);
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
});

test.runIf(isConcurrent)(
  'two isolates and the site’s own server count together on one PostgreSQL',
  { timeout: timeLimitMs },
  async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    const url = database.url ?? '';
    const isolates = await Promise.all([1, 2].map(() => serve('api-preregister', { SUPABASE_DB_URL: url })));
    const client = { 'x-forwarded-for': '203.0.113.7' };
    const answers = await Promise.all(
      isolates.flatMap((ask) => Array.from({ length: 8 }, async () => (await ask({}, client)).status)),
    );
    expect(answers.filter((status) => status === 400)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(6);
    const onServer = createCallCounter(connectRateCounter(url), 1);
    const limit = { name: 'api-preregister', requests: 10, windowMs: 10 * 60_000 };
    expect(await onServer(limit, '203.0.113.7')).toBeGreaterThan(0);
    expect(await onServer(limit, '198.51.100.7')).toBe(0);
  },
);

test('feedback is stored with a legacy service key too', { timeout: timeLimitMs }, async () => {
  const { origin, asked } = await startDatabase();
  const send = await serve('feedback', { SUPABASE_URL: origin, SUPABASE_SERVICE_ROLE_KEY: 'a.b.c' });
  expect(await send({ text: 'Hello', language: 'de' })).toMatchObject({ status: 200, answer: { ok: true } });
  expect(asked).toMatchObject([{ headers: { apikey: 'a.b.c', authorization: 'Bearer a.b.c' } }]);
});

test('feedback answers “unavailable” without a database', { timeout: timeLimitMs }, async () => {
  const send = await serve('feedback');
  expect(await send({ text: 'Hello', language: 'de' })).toMatchObject({ status: 503, answer: { code: 'unavailable' } });
});

test(
  'api-preregister answers “unavailable” on a hosted project, which sends no emails',
  { timeout: timeLimitMs },
  async () => {
    const register = await serve('api-preregister');
    expect(await register({ email: 'lin@example.com', language: 'de' })).toMatchObject({
      status: 503,
      answer: { code: 'unavailable' },
    });
  },
);

test('notify-search-engines notifies of URLs that the sitemap lists', { timeout: timeLimitMs }, async () => {
  const { origin, asked } = await serverForTest((_asked, response) => {
    response.end(`<urlset><url><loc>${origin}/en/single</loc></url></urlset>`);
  });
  const notify = await serve('notify-search-engines', {
    SITE_ORIGIN: origin,
    SEARCH_PUSH_ENDPOINT: `${origin}/push`,
    SEARCH_PUSH_SITE: 'isola.example',
    SEARCH_PUSH_TOKEN: 'token',
  });
  expect(await notify({ url: `${origin}/elsewhere` })).toMatchObject({ status: 403, answer: { code: 'not-listed' } });
  expect((await notify({ url: `${origin}/en/single` })).answer).toEqual({ ok: true, notified: ['push'], failed: [] });
  expect(asked.map(({ url }) => url)).toEqual(['/sitemap.xml', '/push?site=isola.example&token=token']);
});

test('image-proxy connects to no address of this machine', { timeout: timeLimitMs }, async () => {
  const { port, asked } = await serverForTest((_asked, response) => response.end());
  const call = await serve('image-proxy', { SITE_ORIGIN: 'https://isola.example' });
  const proxy = (body: unknown) => call(body, { origin: 'https://isola.example' });
  expect(await call({ url: 'https://isola.example/' })).toMatchObject({ answer: { code: 'origin-refused' } });
  for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost', 'any.localhost']) {
    expect(await proxy({ url: `http://${host}/` }), host).toMatchObject({
      status: 403,
      answer: { code: 'address-private' },
    });
  }
  expect(await proxy({ url: `http://127.0.0.1:${port}/` })).toMatchObject({ answer: { code: 'address-invalid' } });
  expect(asked).toEqual([]);
});

test('image-proxy handles redirects, limits and bytes with Deno’s own fetch', { timeout: timeLimitMs }, async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const { origin, asked } = await serverForTest(({ url }, response) => {
    if (url === '/away') response.writeHead(302, { location: '/a.png' }).end();
    else if (url === '/inside') response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
    else if (url === '/large') response.end(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]));
    else response.end(png);
  });
  const handle = JSON.stringify(join(folder, 'image-proxy/handle.ts'));
  const call = await startDeno({
    text: `import { handleImageProxy } from ${handle};
      const fetchHere = ({ pathname }, options) => fetch(new URL(pathname, '${origin}'), options);
      const context = { ip: null, origins: ['https://isola.example'], count: async () => 0, environment: () => undefined, resolve: async () => ['93.184.215.14'], fetch: fetchHere };
      Deno.serve((request) => handleImageProxy(request, context));`,
  });
  const proxy = (body: unknown, headers: Record<string, string> = {}) =>
    call(body, { origin: 'https://isola.example', ...headers });
  const picture = await proxy(
    { url: 'https://pictures.example/away' },
    { cookie: 'a=1', referer: 'https://a.example' },
  );
  expect(picture.bytes).toEqual(png);
  expect(picture.headers.get('content-type')).toBe('image/png');
  for (const { headers } of asked) {
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
  }
  expect(await proxy({ url: 'https://pictures.example/inside' })).toMatchObject({
    answer: { code: 'address-private' },
  });
  expect(await proxy({ url: 'https://pictures.example/large' })).toMatchObject({ answer: { code: 'too-large' } });
});

/** Serves generate-background for a member, next to a server that plays the project and the provider. */
async function serveBackgrounds(member: { id: string; isPaid: boolean }, environment: Environment = {}) {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { origin, asked } = await serverForTest(({ url, headers }, response) => {
    const isMember = headers['authorization'] === 'Bearer a.members.token';
    const answers: Record<string, [status: number, answer: unknown]> = {
      '/auth/v1/user': isMember ? [200, { id: member.id }] : [403, { code: 'bad_jwt' }],
      '/rest/v1/rpc/take_ai_images_of_day': [200, { day: '2026-11-26', taken: 1 }],
      '/rest/v1/rpc/has_paid_plan': [200, member.isPaid],
      '/rest/v1/rpc/reserve_ai_images': [200, { outcome: 'reserved', images: 1, left: 9 }],
      '/v1/images/generations': [200, { data: [{ b64_json: png }] }],
    };
    const [status, answer] = answers[url] ?? [204, null];
    response.writeHead(status).end(answer === null ? undefined : JSON.stringify(answer));
  });
  const call = await serve('generate-background', {
    SITE_ORIGIN: 'https://isola.example',
    SUPABASE_URL: origin,
    SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_one',
    AI_IMAGES_URL: `${origin}/v1`,
    AI_IMAGES_NAME: 'Painter Inc.',
    ...environment,
  });
  const key = 'c0000000-0000-4000-8000-000000000003';
  const generate = (authorization: string) =>
    call(
      { words: 'a beach', aspect: 'square', seed: 1, count: 1, key },
      { origin: 'https://isola.example', apikey: 'a.public.key', authorization },
    );
  return { asked, call, generate, key, png };
}

test('generate-background reserves a member’s images in the project’s database', { timeout: timeLimitMs }, async () => {
  const member = 'a0000000-0000-4000-8000-000000000001';
  const { asked, call, generate, key, png } = await serveBackgrounds({ id: member, isPaid: true });
  expect((await call(undefined, {}, 'GET')).answer).toEqual({ provider: 'Painter Inc.', timeoutMs: 90_000 });
  expect((await generate('Bearer a.members.token')).answer).toEqual({
    provider: 'Painter Inc.',
    pictures: [{ type: 'image/png', data: png }],
    remainingToday: 9,
  });
  expect(asked.map(({ url }) => url)).toEqual([
    '/auth/v1/user',
    '/rest/v1/rpc/take_ai_images_of_day',
    '/rest/v1/rpc/has_paid_plan',
    '/rest/v1/rpc/reserve_ai_images',
    '/v1/images/generations',
    '/rest/v1/rpc/settle_ai_images',
  ]);
  expect(asked[3]?.headers).toMatchObject({ apikey: 'sb_secret_one' });
  expect(JSON.parse(asked[5]?.body ?? '')).toEqual({ member, request_key: key, made: 1 });
  expect(await generate('Bearer another.token')).toMatchObject({ status: 401, answer: { code: 'session-invalid' } });
  expect((await generate('Bearer a.public.key')).answer).toMatchObject({ remainingToday: 3 });
});

test('generate-background limits members without a paid plan by their address', { timeout: timeLimitMs }, async () => {
  const member = { id: 'a0000000-0000-4000-8000-000000000002', isPaid: false };
  const { generate } = await serveBackgrounds(member, { AI_FREE_MEMBER_IMAGES: '6' });
  expect(await generate('Bearer a.members.token')).toMatchObject({ status: 200, answer: { remainingToday: 5 } });
});
