import { expect, test } from '@playwright/test';

import { pages } from '../../apps/site/src/shell/pages.ts';
import { locales } from '../../packages/i18n/src/locales.ts';

interface Node {
  readonly '@type': string;
  readonly [property: string]: unknown;
}

const unlisted = [
  '/auth/confirm',
  '/auth/forgot',
  '/auth/reset',
  '/auth/restore',
  '/api/confirm',
  '/auth/account',
  '/membership',
  '/membership/manage',
  '/webhook-debug',
  '/payment-logs',
  '/admin',
];

test(
  'the sitemap lists every public page in every language with its alternates',
  { tag: ['@found', '@long'] },
  async ({ request }) => {
    const response = await request.get('/sitemap.xml');
    expect(response.headers()['content-type']).toContain('xml');
    const text = await response.text();
    const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname);
    const listed = pages.filter(({ path }) => !unlisted.some((each) => path === each || path.startsWith('/admin')));
    expect(addresses).toHaveLength(listed.length * locales.length);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(text.match(/<xhtml:link /g)).toHaveLength(addresses.length * (locales.length + 1));
    for (const path of unlisted) expect(addresses).not.toContain(path);
    for (const address of addresses) {
      const page = await request.get(address, { headers: { accept: 'text/html' } });
      expect(page.status(), address).toBe(200);
    }
  },
);

test('robots.txt names the sitemap', { tag: '@found' }, async ({ request }) => {
  const text = await (await request.get('/robots.txt')).text();
  expect(text).toMatch(/^User-agent: \*$/m);
  expect(text).toMatch(/^Sitemap: https?:\/\/[^\s]+\/sitemap\.xml$/m);
});

test('structured data matches the visible page', { tag: ['@found', '@long'] }, async ({ page, request }) => {
  for (const [path, types] of [
    ['/en', ['SoftwareApplication']],
    ['/en/faq', ['BreadcrumbList', 'FAQPage']],
    ['/fr/id-photo', ['BreadcrumbList', 'FAQPage', 'HowTo', 'SoftwareApplication']],
    ['/en/api/reference', ['BreadcrumbList']],
  ] as const) {
    await page.goto(path);
    const text = await page.locator('script[type="application/ld+json"]').textContent();
    const { '@graph': graph } = JSON.parse(text ?? '') as { '@graph': Node[] };
    expect(graph.map((node) => node['@type']).toSorted(), path).toEqual(types);

    const application = graph.find((node) => node['@type'] === 'SoftwareApplication');
    if (application) expect(application['offers']).toMatchObject({ price: '0', priceCurrency: 'CNY' });
    const questions = graph.find((node) => node['@type'] === 'FAQPage')?.['mainEntity'] as
      | { name: string }[]
      | undefined;
    for (const { name } of questions ?? []) await expect(page.locator('summary', { hasText: name })).toHaveCount(1);
    const trail = graph.find((node) => node['@type'] === 'BreadcrumbList')?.['itemListElement'] as
      | { name: string }[]
      | undefined;
    const shown = await page.locator('[data-slot=breadcrumbs] li').allInnerTexts();
    if (trail)
      expect(
        trail.map(({ name }) => name),
        path,
      ).toEqual(shown.map((each) => each.trim()));

    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    const answer = await request.get(new URL(picture ?? '').pathname);
    expect(answer.headers()['content-type'], path).toBe('image/jpeg');
  }
});
