import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Backend } from './backend/process/start-backend.ts';
import { createApp } from './create-app.ts';
import { createLogger } from './create-logger.ts';
import { securityHeaders } from './security-headers.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-site-'));
  const files: Record<string, string> = {
    'site/index.html': 'home',
    'site/single.html': 'single',
    'site/en.html': 'home in English',
    'site/en/single.html': 'single in English',
    'site/de.html': 'home in German',
    'site/de/single.html': 'single in German',
    'site/de/faq.html': '<title>FAQ</title><link rel="canonical" href="/de/faq" /><p>Fragen',
    'site/de/404.html': 'not found in German',
    'site/404.html': 'not found',
    'site/en/404.html': 'not found in English',
    'site/before-paint.js': 'theme',
    'site/assets/index-abc.js': 'plain',
    'site/assets/index-abc.js.br': 'compressed',
    'site/models/manifest.json': '{}',
    'site/models/isnet-00.0123.bin': '0123456789',
    'secret.txt': 'secret',
  };
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  createApp(join(folder, 'site')).request(path, { headers });

describe('pages', () => {
  test.each([
    ['/', 'home'],
    ['/single', 'single'],
    ['/single/', 'single'],
    ['/en', 'home in English'],
    ['/en/single', 'single in English'],
  ])('%s is answered with its file', async (path, body) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(body);
  });

  test.each([
    ['/nowhere', 'not found'],
    ['/en/nowhere', 'not found in English'],
    ['/xx/nowhere', 'not found'],
  ])('%s is answered with the not-found page in the language of its URL', async (path, body) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(body);
  });

  test('a missing file is answered with plain text instead of a page', async () => {
    const response = await get('/assets/gone.js', { accept: '*/*' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/plain');
  });
});

describe('language of a URL that names no language', () => {
  const browser = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'ja' };
  const german = { ...browser, 'x-country': 'DE' };
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    createApp(join(folder, 'site'), { COUNTRY_HEADER: 'x-country', trustedProxies: 1 }).request(path, {
      headers,
      method,
    });
  const textOf = async (path: string, headers: Record<string, string>) => (await ask(path, headers)).text();

  test.each<[string, string, Record<string, string>, string]>([
    [
      'the language of the URL takes precedence over the chosen language',
      '/en/single',
      { ...german, cookie: 'language=zh' },
      'single in English',
    ],
    [
      'the chosen language takes precedence over that of the country',
      '/single',
      { ...german, cookie: 'a=b; language=en' },
      'single in English',
    ],
    [
      'the chosen language applies even when it is the default language',
      '/single',
      { ...german, cookie: 'language=zh' },
      'single',
    ],
    ['the language of the country takes precedence over that of the browser', '/single', german, 'single in German'],
    ['the home page follows the country too', '/', german, 'home in German'],
    ['a URL with a trailing slash follows the country too', '/single/?from=mail', german, 'single in German'],
    [
      'a request from another country gets its language',
      '/single',
      { ...browser, 'x-country': 'GB' },
      'single in English',
    ],
    [
      'a request without a country gets the language of the browser',
      '/single',
      { ...browser, 'accept-language': 'de-AT, en;q=0.5' },
      'single in German',
    ],
    ['a page that is missing in the requested language is shown in the default language', '/single', browser, 'single'],
    [
      'an invalid chosen language is ignored',
      '/single',
      { ...german, cookie: 'language=../../secret' },
      'single in German',
    ],
    [
      'a crawler that identifies itself gets the default language',
      '/',
      { ...german, 'user-agent': 'Examplebot/2.1' },
      'home',
    ],
    [
      'a client that sends no Accept-Language gets the default language',
      '/',
      { accept: 'text/html', 'x-country': 'US' },
      'home',
    ],
    ['a script that fetches the page gets the file of that path', '/', { ...german, accept: '*/*' }, 'home'],
    ['the not-found page is in the same language', '/nowhere', german, 'not found in German'],
  ])('%s', async (_, path, headers, expected) => {
    expect(await textOf(path, headers)).toBe(expected);
  });

  test('falls back to the table of addresses when no header names the country', async () => {
    const app = createApp(join(folder, 'site'), { trustedProxies: 1 });
    // The University of Oxford has held this network for decades.
    const headers = { ...browser, 'x-forwarded-for': '129.67.1.1' };
    expect(await (await app.request('/single', { headers })).text()).toBe('single in English');
  });

  test('the answer is private to the visitor and names its language', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await ask('/single', german, method);
      expect(headers.get('content-language'), method).toBe('de');
      expect(headers.get('cache-control'), method).toBe('private, no-cache');
      expect(headers.get('vary'), method).toMatch(/Accept-Language, Cookie/);
      expect(headers.get('content-length'), method).toBe(String('single in German'.length));
    }
    expect((await ask('/en/single', german)).headers.get('cache-control')).toBe('no-cache');
  });

  test('the page has no canonical link to the URL of its language', async () => {
    expect(await textOf('/faq', german)).toBe('<title>FAQ</title><p>Fragen');
    expect(await textOf('/de/faq', german)).toContain('canonical');
    const packed = await ask('/faq', { ...german, 'accept-encoding': 'gzip, br' });
    expect(packed.headers.get('content-encoding')).toBe('br');
    const html = brotliDecompressSync(await packed.arrayBuffer()).toString();
    expect(html).toBe('<title>FAQ</title><p>Fragen');
  });

  test('the answer is 304 only when the browser has the page in the same language', async () => {
    const tag = (await ask('/single', german)).headers.get('etag') ?? '';
    const again = await ask('/single', { ...german, 'if-none-match': tag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect(again.headers.get('content-security-policy')).toBeTruthy();
    const chosen = await ask('/single', { ...german, cookie: 'language=en', 'if-none-match': tag });
    expect([chosen.status, await chosen.text()]).toEqual([200, 'single in English']);
  });
});

describe('public origin', () => {
  const built = 'http://localhost:3000';
  const files: Record<string, string> = {
    'index.html': `<link rel="canonical" href="${built}/" /><meta property="og:image" content="${built}/share/home.jpg" />`,
    'de.html': `<link rel="canonical" href="${built}/de" /><link rel="alternate" hreflang="en" href="${built}/en" />`,
    'sitemap.xml': `<loc>${built}/de</loc>`,
    'robots.txt': `User-agent: *\n\nSitemap: ${built}/sitemap.xml\n`,
    'assets/page-abc.js': `fetch("${built}")`,
  };
  let site = '';
  beforeEach(() => {
    site = mkdtempSync(join(tmpdir(), 'isola-origin-'));
    mkdirSync(join(site, 'assets'));
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(site, name), content);
      writeFileSync(join(site, `${name}.br`), brotliCompressSync(content));
    }
  });
  afterEach(() => rmSync(site, { recursive: true }));
  const crawler = { accept: 'text/html', 'accept-encoding': 'br' };
  const read = async (path: string, siteOrigin?: string, headers: Record<string, string> = crawler) => {
    const answer = await createApp(site, { siteOrigin }).request(path, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return (answer.headers.get('content-encoding') === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
  };

  test.each(['/', '/de', '/sitemap.xml', '/robots.txt'])(
    '%s contains the origin that the server is configured with',
    async (path) => {
      const asBuilt = await read(path);
      expect(asBuilt).toContain(built);
      for (const headers of [crawler, { accept: 'text/html' }]) {
        expect(await read(path, 'https://isola.example', headers)).toBe(
          asBuilt.replaceAll(built, 'https://isola.example'),
        );
      }
      expect(await read(path, built)).toBe(asBuilt);
    },
  );

  test('replaces the origin of a later build as well, and leaves scripts unchanged', async () => {
    const app = createApp(site, { siteOrigin: 'https://isola.example' });
    const text = async (path: string) => (await app.request(path, { headers: { accept: 'text/html' } })).text();
    expect(await text('/de')).toContain('https://isola.example/de');
    for (const name of ['de.html', 'robots.txt']) {
      writeFileSync(join(site, name), (files[name] ?? '').replaceAll(built, 'https://www.isola.example'));
    }
    expect(await text('/de')).toContain('"https://isola.example/de"');
    expect(await text('/assets/page-abc.js')).toBe(files['assets/page-abc.js']);
  });
});

describe('files', () => {
  test('files outside the folder of the site cannot be reached', async () => {
    for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt']) {
      const response = await get(path, { accept: '*/*' });
      expect(response.status, path).toBe(404);
    }
  });

  test('hashed files are immutable, and all other files are revalidated', async () => {
    const cacheControl = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await cacheControl('/assets/index-abc.js')).toContain('immutable');
    expect(await cacheControl('/models/isnet-00.0123.bin')).toContain('immutable');
    expect(await cacheControl('/models/manifest.json')).toBe('no-cache');
    expect(await cacheControl('/before-paint.js')).toBe('no-cache');
    expect(await cacheControl('/en')).toBe('no-cache');
  });

  test('a browser that accepts Brotli gets the compressed file', async () => {
    const packed = await get('/assets/index-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(await packed.text()).toBe('compressed');
    expect(await (await get('/assets/index-abc.js', {})).text()).toBe('plain');
  });

  test('an interrupted download can be resumed', async () => {
    const response = await get('/models/isnet-00.0123.bin', { range: 'bytes=4-' });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe('bytes 4-9/10');
    expect(await response.text()).toBe('456789');
  });
});

test('an image that is shared without a service worker opens the tool, which says that nothing arrived', async () => {
  const app = createApp(join(folder, 'site'));
  for (const path of ['/single', '/de/single']) {
    const answer = await app.request(`${path}?next=//elsewhere.example`, { method: 'POST', body: 'an image' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?shared`]);
  }
});

test('every answer has the security headers, including not-found answers', async () => {
  for (const path of ['/', '/assets/index-abc.js', '/nowhere']) {
    const { headers } = await get(path);
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
    expect(headers.get('cross-origin-embedder-policy'), path).toBe('require-corp');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
  }
});

test('Strict-Transport-Security is sent only when the public origin is https', async () => {
  const header = async (isHttps: boolean) =>
    (await createApp(join(folder, 'site'), { isHttps }).request('/')).headers.get('strict-transport-security');
  expect(await header(true)).toBe('max-age=31536000');
  expect(await header(false)).toBeNull();
});

test('logs one warning when requests carry proxy headers and TRUST_PROXY is 0', async () => {
  const warningsWith = async (trustedProxies: number, headers: Record<string, string>) => {
    const lines: string[] = [];
    const logger = createLogger('warn', (line) => lines.push(line));
    const app = createApp(join(folder, 'site'), { trustedProxies }, null, logger);
    for (let turn = 0; turn < 3; turn += 1) await app.request('/', { headers });
    return lines.filter((line) => line.includes('TRUST_PROXY')).length;
  };
  expect(await warningsWith(0, { 'x-forwarded-for': '203.0.113.7' })).toBe(1);
  expect(await warningsWith(0, { 'x-real-ip': '203.0.113.7' })).toBe(1);
  expect(await warningsWith(1, { 'x-forwarded-for': '203.0.113.7' })).toBe(0);
  expect(await warningsWith(0, {})).toBe(0);
});

describe('pages of other origins', () => {
  const app = () => createApp(join(folder, 'site'), { origins: ['https://app.example'] }, stillBackend);
  const stillBackend: Backend = {
    keys: () => ({ publishableKey: 'public', secretKey: 'secret', jwtSecret: 'signs', previousJwtSecrets: [] }),
    // The embedded library sets this header itself.
    fetch: () => Promise.resolve(Response.json({}, { headers: { 'access-control-allow-origin': '*' } })),
    check: () => Promise.resolve('ready'),
    close: () => Promise.resolve(),
  };

  test.each(['/auth/v1/user', '/rest/v1/rpc/my_membership', '/functions/v1/geo-location'])(
    '%s: the preflight and the answer allow the same origins',
    async (path) => {
      for (const [origin, allowed] of [
        ['https://app.example', 'https://app.example'],
        ['https://evil.example', null],
      ] as const) {
        const asked = { origin, 'access-control-request-method': 'POST' };
        const preflight = await app().request(path, { method: 'OPTIONS', headers: asked });
        const answer = await app().request(path, { method: 'POST', headers: { origin } });
        expect([preflight.status, answer.status], origin).toEqual([204, 200]);
        for (const { headers } of [preflight, answer]) {
          expect(headers.get('access-control-allow-origin')).toBe(allowed);
          expect(headers.get('vary')).toContain('Origin');
        }
      }
    },
  );

  test('a page of an allowed origin can read a refusal', async () => {
    const headers = { origin: 'https://app.example' };
    const response = await app().request('/rest/v1/plans?id=match.a', { headers });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([400, headers.origin]);
  });
});

test('configured URLs enter the content security policy as origins', () => {
  const policy = (settings: Parameters<typeof securityHeaders>[0]) =>
    securityHeaders(settings)['content-security-policy'] ?? '';
  expect(policy({})).toContain("script-src 'self' 'wasm-unsafe-eval';");
  const opened = policy({
    VITE_ANALYTICS_SCRIPT: 'https://count.example/js/script.js?site=1',
    VITE_SUPABASE_URL: 'https://project.example/',
    PAYMENT_FORM_ORIGINS: 'https://pay.example/gateway.do https://cashier.example',
  });
  expect(policy({})).toContain("form-action 'self';");
  expect(opened).toContain("form-action 'self' https://pay.example https://cashier.example;");
  expect(opened).toContain("script-src 'self' 'wasm-unsafe-eval' https://count.example;");
  expect(opened).toContain("connect-src 'self' https://count.example https://project.example;");
  expect(() => policy({ VITE_ANALYTICS_SCRIPT: 'not an address' })).toThrow('VITE_ANALYTICS_SCRIPT');
});

test('the prefix of the default language redirects to the URL without it, and never to another site', async () => {
  for (const [from, to] of [
    ['/zh', '/'],
    ['/zh/', '/'],
    ['/zh/single?from=mail', '/single?from=mail'],
    ['/zh//elsewhere.example/', '/elsewhere.example/'],
  ] as const) {
    const response = await get(from);
    expect(response.status, from).toBe(308);
    expect(response.headers.get('location'), from).toBe(to);
  }
});

test('a language in capitals or with a region redirects to the URL of that language', async () => {
  for (const [from, to] of [
    ['/EN', '/en'],
    ['/EN/single?from=mail', '/en/single?from=mail'],
    ['/en-US/single', '/en/single'],
    ['/De_at/batch', '/de/batch'],
    ['/zh-CN/single', '/single'],
    ['/ZH-Hans-CN', '/'],
    ['/ZH//elsewhere.example/', '/elsewhere.example/'],
    ['/EN//elsewhere.example/', '/en/elsewhere.example/'],
  ] as const) {
    const response = await get(from);
    expect(response.status, from).toBe(308);
    expect(response.headers.get('location'), from).toBe(to);
  }
  for (const page of ['/pt-BR/single', '/english/single']) expect((await get(page)).status, page).toBe(404);
});

describe('functions', () => {
  const call = (name: string, headers: Record<string, string> = {}, trustedProxies = 1) =>
    createApp(join(folder, 'site'), { COUNTRY_HEADER: 'x-country', trustedProxies }).request(`/functions/v1/${name}`, {
      method: 'POST',
      headers,
    });

  test('geo-location returns the language of the country that the proxy names', async () => {
    const response = await call('geo-location', { 'x-country': 'FR' });
    expect(await response.json()).toMatchObject({ country: 'FR', defaultLanguage: 'fr' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('geo-location ignores a country header that is not configured', async () => {
    const answer = await (await call('geo-location', { 'cf-ipcountry': 'FR' })).json();
    expect(answer).toMatchObject({ country: null, defaultLanguage: 'zh' });
  });

  test('geo-location ignores the configured country header while no proxy is trusted', async () => {
    const answer = await (await call('geo-location', { 'x-country': 'FR' }, 0)).json();
    expect(answer).toMatchObject({ country: null, defaultLanguage: 'zh' });
  });

  test('an unknown function is answered with 404', async () => {
    const response = await call('nothing');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ code: 'not-found', message: 'There is no such function here' });
  });
});

test('a failure is logged with its stack but not its message, and the answer contains only the request id', async () => {
  const logged: string[] = [];
  const logger = createLogger('info', (line) => logged.push(line));
  const failing = {
    keys: () => null,
    check: () => Promise.resolve('ready' as const),
    fetch: () => Promise.reject(new TypeError('Marker')),
    close: () => Promise.resolve(),
  };
  const response = await createApp(join(folder, 'site'), {}, failing, logger).request('/auth/v1/user');
  expect(response.status).toBe(500);
  const id = response.headers.get('x-request-id') ?? 'none';
  expect(await response.json()).toEqual({ code: 'internal', message: expect.stringContaining(id) });
  const [reason] = logged.map((line) => JSON.parse(line) as object);
  expect(reason).toMatchObject({ level: 'error', requestId: id, err: { type: 'TypeError' } });
  expect(logged.join('')).toContain('create-app.test.ts');
  expect(logged.join('')).not.toContain('Marker');
});
