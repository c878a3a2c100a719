import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { contextForTest, postForTest } from '../_shared/context-for-test.ts';
import { serverForTest } from '../_shared/server-for-test.ts';
import { handleNotifySearchEngines } from './handle.ts';

const hourMs = 60 * 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Starts a server that plays the site and a search engine. */
async function start(settings: { only?: 'push' | 'ping'; statuses?: Record<string, number>; none?: boolean } = {}) {
  const { origin, asked } = await serverForTest(({ url }, response) => {
    const { pathname } = new URL(url, 'http://server.example');
    const status = settings.statuses?.[pathname] ?? 200;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {});
    response.end(pathname === '/sitemap.xml' ? sitemapOf(origin) : '');
  });
  const all: Record<string, string> = {
    SITE_ORIGIN: origin,
    ...(settings.only !== 'ping' && {
      SEARCH_PUSH_ENDPOINT: `${origin}/push?format=text`,
      SEARCH_PUSH_SITE: 'isola.example',
      SEARCH_PUSH_TOKEN: 'a&token',
    }),
    ...(settings.only !== 'push' && { SEARCH_PING_ENDPOINT: `${origin}/ping` }),
  };
  const environment = settings.none ? {} : all;
  const notify = async (url: unknown) => {
    const context = contextForTest({ environment: (name) => environment[name], fetch });
    const response = await handleNotifySearchEngines(postForTest({ url }), context);
    return { status: response.status, answer: (await response.json()) as object };
  };
  const askedFor = (path: string) => asked.filter(({ url }) => url.startsWith(path));
  return { origin, asked, askedFor, notify, environment };
}

function sitemapOf(origin: string): string {
  return `<?xml version="1.0"?>
    <urlset><url><loc>${origin}/</loc><xhtml:link rel="alternate" hreflang="en" href="${origin}/alternate"/></url>
    <url><loc> ${origin}/en/single </loc></url><url><loc>${origin}/en/a?b=1&amp;c=2</loc></url></urlset>`;
}

test('notifies one service of the page, with site and token, and the other of the sitemap', async () => {
  const { origin, asked, notify } = await start();
  expect(await notify(`${origin}/en/single`)).toEqual({
    status: 200,
    answer: { ok: true, notified: ['push', 'ping'], failed: [] },
  });
  const [sitemap, ...told] = asked.map(({ method, url, body }) => ({ method, url, body }));
  expect(sitemap).toEqual({ method: 'GET', url: '/sitemap.xml', body: '' });
  expect(told).toHaveLength(2);
  expect(told).toContainEqual({
    method: 'POST',
    url: '/push?format=text&site=isola.example&token=a%26token',
    body: `${origin}/en/single`,
  });
  expect(told).toContainEqual({
    method: 'GET',
    url: `/ping?sitemap=${encodeURIComponent(`${origin}/sitemap.xml`)}`,
    body: '',
  });
});

test('sends no request unless it is configured', async () => {
  const { origin, asked, notify } = await start({ none: true });
  expect(await notify(`${origin}/en/single`)).toEqual({ status: 200, answer: { ok: true, notified: [], failed: [] } });
  expect(asked).toEqual([]);
});

test.each(['SITE_ORIGIN', 'SEARCH_PUSH_ENDPOINT', 'SEARCH_PUSH_SITE', 'SEARCH_PUSH_TOKEN'])(
  'does not push without %s',
  async (missing) => {
    const { origin, asked, notify, environment } = await start({ only: 'push' });
    delete environment[missing];
    expect(await notify(`${origin}/`)).toMatchObject({ answer: { notified: [] } });
    expect(asked).toEqual([]);
  },
);

test('one service can be configured without the other', async () => {
  const { origin, asked, notify } = await start({ only: 'ping' });
  expect(await notify(`${origin}/`)).toMatchObject({ answer: { notified: ['ping'] } });
  expect(asked.map(({ url }) => url.split('?')[0])).toEqual(['/sitemap.xml', '/ping']);
});

test('each address is sent once a day, and so is the sitemap', async () => {
  const { origin, askedFor, notify } = await start();
  await notify(`${origin}/`);
  expect(await notify(`${origin}/`)).toMatchObject({ answer: { notified: [], failed: [] } });
  expect(await notify(`${origin}/en/single`)).toMatchObject({ answer: { notified: ['push'] } });
  expect(askedFor('/push')).toHaveLength(2);
  expect(askedFor('/ping')).toHaveLength(1);

  vi.setSystemTime(Date.now() + 24 * hourMs);
  expect(await notify(`${origin}/`)).toMatchObject({ answer: { notified: ['push', 'ping'] } });
});

test('the sitemap is read again after an hour', async () => {
  const { origin, askedFor, notify } = await start();
  await notify(`${origin}/`);
  vi.setSystemTime(Date.now() + hourMs - 1);
  await notify(`${origin}/`);
  expect(askedFor('/sitemap.xml')).toHaveLength(1);
  vi.setSystemTime(Date.now() + 1);
  await notify(`${origin}/`);
  expect(askedFor('/sitemap.xml')).toHaveLength(2);
});

test('different spellings of an address count as the same one', async () => {
  const { origin, notify } = await start({ only: 'push' });
  expect(await notify(`${origin}/en/a?b=1&c=2`)).toMatchObject({ answer: { notified: ['push'] } });
  expect(await notify(`${origin}/en/x/../a?b=1&c=2`)).toMatchObject({ status: 200, answer: { notified: [] } });
});

test.each(['/en/singl', '/en/single?from=mail', '/en/single#part', '/alternate', '//elsewhere.example/'])(
  'refuses %s, which the sitemap does not list, and notifies no search engine',
  async (path) => {
    const { origin, asked, notify } = await start();
    expect(await notify(new URL(path, origin).href)).toMatchObject({ status: 403, answer: { code: 'not-listed' } });
    expect(asked.map(({ url }) => url)).toEqual(['/sitemap.xml']);
  },
);

test.each([undefined, '', '/en/single', 'not an address', 5, `https://isola.example/${'a'.repeat(2048)}`])(
  'refuses %j, which is not an address',
  async (url) => {
    const { asked, notify } = await start();
    expect(await notify(url)).toMatchObject({ status: 400, answer: { code: 'url-invalid' } });
    expect(asked).toEqual([]);
  },
);

test('notifies no search engine when the sitemap cannot be read', async () => {
  const { origin, askedFor, notify } = await start({ statuses: { '/sitemap.xml': 500 } });
  expect(await notify(`${origin}/`)).toMatchObject({ status: 503, answer: { code: 'sitemap-unavailable' } });
  expect(askedFor('/p')).toEqual([]);
});

test('a service that refuses is reported, is not asked again that day, and its redirects are not followed', async () => {
  const { origin, asked, notify } = await start({ statuses: { '/push': 302, '/ping': 500 } });
  const { answer } = await notify(`${origin}/`);
  expect(answer).toEqual({ ok: true, notified: [], failed: ['push', 'ping'] });
  expect(JSON.stringify(answer)).not.toContain('token');
  await notify(`${origin}/`);
  expect(asked).toHaveLength(3);
});
