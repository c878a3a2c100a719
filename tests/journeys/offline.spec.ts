/** The site without a connection after one visit, and the installed app. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { type Page as SitePage, pages } from '../../apps/site/src/shell/pages.ts';
import { languageTag, type Locale, localisedPath } from '../../packages/i18n/src/locales.ts';
import { siteFolder } from '../../scripts/site-folder.ts';
import { listedNames } from '../support/batch-page.ts';
import { coversFault } from '../support/covers-fault.ts';
import { booted, comingFrom, withDataSaver, withoutModel } from '../support/first-visit.ts';
import { asInstalledApp, cached, isOnlinePage, keptOffline } from '../support/installed-app.ts';
import { jpegFacts } from '../support/jpeg.ts';
import { picture } from '../support/pictures.ts';
import { fileAt } from '../support/tool-page.ts';
import { bundle, wordsOf } from '../support/words.ts';

const mug = fileAt(picture('small/mug.jpg').path);

test.use({ serviceWorkers: 'allow' });

/** The page that is visited, by language: a tool in the language without a prefix, and an article in another. */
const visited: readonly (readonly [locale: Locale, path: string])[] = [
  ['zh', '/single'],
  ['de', '/faq'],
];

/** A route shows its own page, the offline page, or the browser’s error page. */
type Shown = 'page' | 'offline page' | 'error page';

/** Pages that mailed links open. The browser’s error page keeps the link, whose token works once. */
const openedByMail: ReadonlySet<string> = new Set(['authConfirm', 'authReset', 'authRestore']);

const expected = (page: SitePage): Shown => {
  if (openedByMail.has(page.id)) return 'error page';
  return isOnlinePage(page) ? 'offline page' : 'page';
};

async function shownAt(context: BrowserContext, page: SitePage, locale: Locale): Promise<Shown> {
  const tab = await context.newPage();
  const answer = await tab.goto(localisedPath(page.path, locale)).catch(() => null);
  if (!answer) {
    await tab.close();
    return 'error page';
  }
  expect.soft(answer.fromServiceWorker(), page.path).toBe(true);
  const main = tab.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect.soft(tab.locator('html'), page.path).toHaveAttribute('lang', languageTag(locale));
  const texts = bundle(locale, 'common');
  const isOffline = (await main.getByRole('heading', { level: 1, name: texts['offline.title'] ?? '' }).count()) > 0;
  if (isOffline) await expectWays(tab, locale);
  else {
    const title = bundle(locale, 'pages')[`${page.id}.title`] ?? '';
    await expect.soft(tab, page.path).toHaveTitle((texts['pageTitle'] ?? '').replace('{{title}}', title));
    await expect.soft(main.getByRole('heading', { level: 1 }), page.path).toHaveCount(1);
  }
  await tab.close();
  return isOffline ? 'offline page' : 'page';
}

/** Expects that the offline page says what works offline, and links to it. */
async function expectWays(page: Page, locale: Locale): Promise<void> {
  const main = page.getByRole('main');
  const texts = bundle(locale, 'common');
  for (const key of ['offline.text', 'offline.tool']) await expect.soft(main).toContainText(texts[key] ?? '');
  const link = (name: string | undefined) => main.getByRole('link', { name: name ?? '', exact: true });
  await expect.soft(link(texts['offline.open'])).toHaveAttribute('href', localisedPath('/single', locale));
  const tools = pages.filter(({ id, shape }) => shape === 'tool' && id !== 'single');
  for (const { id, path } of tools) {
    await expect.soft(link(bundle(locale, 'pages')[`${id}.nav`])).toHaveAttribute('href', localisedPath(path, locale));
  }
}

for (const [locale, path] of visited) {
  test.describe(`a visitor whose browser speaks ${languageTag(locale)}`, () => {
    test.use({ locale: languageTag(locale) });
    test(
      `after one visit to ${localisedPath(path, locale)}, every route of that language opens offline`,
      { tag: ['@offline', '@faults', '@long'] },
      async ({ page, context }) => {
        if (locale === 'de') {
          coversFault({
            fault: 'the connection ends after one visit to any page',
            sees: 'every public page; on pages for members, what works offline, with links',
            kept: 'everything on the device',
          });
        }
        test.setTimeout(600_000);
        if (locale === 'zh') await comingFrom(page, 'CN', 'zh');
        await asInstalledApp(page);
        await withDataSaver(page);
        await page.goto(localisedPath(path, locale));
        await keptOffline(page, locale);
        await context.setOffline(true);
        const shown: Record<string, Shown> = {};
        for (const each of pages) shown[each.path] = await shownAt(context, each, locale);
        expect(shown).toEqual(Object.fromEntries(pages.map((each) => [each.path, expected(each)])));
        // Nothing of members is cached.
        expect((await cached(page)).filter((each) => /^\/([a-z]{2}\/)?(auth|admin)/.test(each))).toEqual([]);
      },
    );
  });
}

test(
  'the offline page leads to a tool that works, and opens the page once the connection is back',
  { tag: ['@offline', '@long'] },
  async ({ page, context }) => {
    await asInstalledApp(page);
    await withDataSaver(page);
    await page.goto('/en/faq');
    await keptOffline(page);
    await context.setOffline(true);
    await page.goto('/en/membership');
    await page
      .getByRole('main')
      .getByRole('link', { name: wordsOf('pages:idPhoto.nav'), exact: true })
      .click();
    await expect(page).toHaveURL(/\/en\/id-photo$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(new RegExp(wordsOf('pages:idPhoto.title')));
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('common:offline.title'));
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('pages:membership.title'));
  },
);

interface Manifest {
  readonly id: string;
  readonly name: string;
  readonly short_name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly Image[];
  readonly screenshots: readonly (Image & { readonly form_factor: string; readonly label: string })[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly Image[] }[];
  readonly launch_handler: { readonly client_mode: readonly string[] };
  readonly file_handlers: readonly { readonly action: string; readonly accept: Record<string, readonly string[]> }[];
  readonly share_target: {
    readonly action: string;
    readonly method: string;
    readonly enctype: string;
    readonly params: { readonly files: readonly { readonly name: string; readonly accept: readonly string[] }[] };
  };
}

interface Image {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}

/** Returns the pixels of an icon of the manifest. */
const pixelsOf = ({ src }: Image): PNG => PNG.sync.read(readFileSync(join(siteFolder, src)));

for (const locale of ['zh', 'en', 'de'] as const) {
  test(`the app in ${locale} can be installed`, { tag: ['@offline', '@long'] }, async ({ page, request }) => {
    if (locale === 'zh') await comingFrom(page, 'CN', 'zh');
    await page.goto(localisedPath('/faq', locale));
    const href = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
    const answer = await request.get(href);
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const manifest = (await answer.json()) as Manifest;
    const tool = localisedPath('/single', locale);
    expect(manifest).toMatchObject({
      id: '/',
      name: 'Isola',
      short_name: 'Isola',
      lang: languageTag(locale),
      start_url: tool,
      scope: '/',
      display: 'standalone',
      launch_handler: { client_mode: ['focus-existing', 'auto'] },
    });

    // Chromium installs an app with icons of 192 and 512 px, and Android cuts maskable ones into a circle.
    const pngs = manifest.icons.filter(({ type }) => type === 'image/png');
    expect(pngs.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    );
    for (const icon of pngs) {
      const { width, height, data } = pixelsOf(icon);
      expect(`${width}x${height}`, icon.src).toBe(icon.sizes);
      const corners = [0, width - 1, (height - 1) * width, height * width - 1];
      const alphas = corners.map((at) => data[at * 4 + 3]);
      if (icon.purpose === 'maskable') expect(alphas, icon.src).toEqual([255, 255, 255, 255]);
    }

    // Chromium shows screenshots of 320 to 3840 px, whose long side is at most 2.3 times the short one, and all of one
    // form factor with the same ratio.
    expect(manifest.screenshots.map((each) => each.form_factor)).toEqual(['wide', 'narrow']);
    for (const shot of manifest.screenshots) {
      const { widthPx, heightPx } = jpegFacts(readFileSync(join(siteFolder, shot.src)));
      expect(`${widthPx}x${heightPx}`, shot.src).toBe(shot.sizes);
      expect(shot.type, shot.src).toBe('image/jpeg');
      expect(Math.min(widthPx, heightPx), shot.src).toBeGreaterThanOrEqual(320);
      expect(Math.max(widthPx, heightPx), shot.src).toBeLessThanOrEqual(3840);
      expect(Math.max(widthPx, heightPx) / Math.min(widthPx, heightPx), shot.src).toBeLessThanOrEqual(2.3);
      expect(widthPx > heightPx, shot.src).toBe(shot.form_factor === 'wide');
      expect(shot.label, shot.src).toBe(bundle(locale, 'pages')['single.title']);
    }

    for (const { name, url, icons } of manifest.shortcuts) {
      const target = pages.find(({ path }) => localisedPath(path, locale) === url);
      expect(target?.shape, url).toBe('tool');
      expect(name).toBe(bundle(locale, 'pages')[`${target?.id}.nav`]);
      for (const icon of icons) expect(`${pixelsOf(icon).width}x${pixelsOf(icon).height}`).toBe(icon.sizes);
      expect((await request.get(url)).status(), url).toBe(200);
    }

    const [shared] = manifest.share_target.params.files;
    expect(manifest.share_target).toMatchObject({ action: tool, method: 'POST', enctype: 'multipart/form-data' });
    expect(shared?.accept).toEqual(['image/jpeg', 'image/png', 'image/webp']);
    expect(manifest.file_handlers).toHaveLength(1);
    expect(manifest.file_handlers[0]).toMatchObject({ action: tool });
    expect(Object.values(manifest.file_handlers[0]?.accept ?? {}).flat()).toEqual(
      expect.arrayContaining(['.jpg', '.jpeg', '.png', '.webp', '.isola']),
    );

    // The browser itself reads the manifest without an error.
    const session = await page.context().newCDPSession(page);
    const { url, errors } = await session.send('Page.getAppManifest');
    expect(new URL(url).pathname).toBe(href);
    expect(errors).toEqual([]);
  });
}

/** Sends the form with which a browser passes shared images on to the share target of the manifest. */
async function share(page: Page, names: readonly string[]): Promise<void> {
  await page.evaluate(
    ([all, base64]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '/de/single', enctype: 'multipart/form-data' });
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'picture', multiple: true });
      const transfer = new DataTransfer();
      for (const [index, name] of all.entries()) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        // Bytes after the end of a JPEG are ignored. They make the images different from each other.
        transfer.items.add(new File([bytes, String(index)], name, { type: 'image/jpeg' }));
      }
      input.files = transfer.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [names, mug.bytes.toString('base64')] as const,
  );
}

test(
  'images that another app shares without a connection are opened: one in the tool, and several as a batch',
  { tag: ['@offline', '@intake', '@long'] },
  async ({ page, context }) => {
    await asInstalledApp(page);
    await withDataSaver(page);
    await page.goto('/de/faq');
    await keptOffline(page, 'de');
    await context.setOffline(true);
    await share(page, ['geteilt.jpg']);
    await expect(page.getByRole('heading', { name: 'geteilt.jpg' })).toBeAttached();
    await expect(page).toHaveURL(/\/de\/single$/);
    await share(page, ['mug-01.jpg', 'mug-02.jpg']);
    await expect(page).toHaveURL(/\/de\/batch$/);
    await expect.poll(() => listedNames(page)).toEqual(['mug-01', 'mug-02']);
  },
);

test(
  'the open app opens a file of the system in the tool, the next one in place of the first, several as a batch, and pages of shortcuts',
  { tag: ['@offline', '@intake', '@long'] },
  async ({ page }) => {
    await withoutModel(page);
    await page.addInitScript(() => {
      Object.defineProperty(window, 'launchQueue', {
        value: { setConsumer: (consume: unknown) => Object.assign(window, { consume }) },
      });
    });
    await page.goto('/de/faq');
    await booted(page);
    await page.waitForFunction(() => 'consume' in window);
    const launch = (names: readonly string[]) =>
      page.evaluate(
        async ([all, base64]) => {
          const folder = await navigator.storage.getDirectory();
          const files = await Promise.all(
            all.map(async (name) => {
              const handle = await folder.getFileHandle(name, { create: true });
              const writable = await handle.createWritable();
              await writable.write(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
              // Bytes after the end of a JPEG are ignored. They make the images different from each other.
              await writable.write(name);
              await writable.close();
              return handle;
            }),
          );
          (window as unknown as { consume(launch: object): void }).consume({ files });
        },
        [names, mug.bytes.toString('base64')] as const,
      );
    for (const name of ['erste.jpg', 'zweite.jpg']) {
      await launch([name]);
      await expect(page.getByRole('heading', { name })).toBeAttached();
      await expect(page).toHaveURL(/\/de\/single$/);
    }
    await launch(['mug-01.jpg', 'mug-02.jpg']);
    await expect(page).toHaveURL(/\/de\/batch$/);
    await expect.poll(() => listedNames(page)).toEqual(['mug-01', 'mug-02']);
    await page.goto('/de/faq');
    await page.waitForFunction(() => 'consume' in window);
    // A shortcut of the icon brings the open app to the front, which then opens the page itself.
    for (const [path, expected] of [
      ['/de/batch', /\/de\/batch$/],
      ['/de/single', /\/de\/batch$/],
    ] as const) {
      await page.evaluate(
        (target) =>
          (window as unknown as { consume(launch: object): void }).consume({
            files: [],
            targetURL: new URL(target, location.origin).href,
          }),
        path,
      );
      await expect(page).toHaveURL(expected);
    }
  },
);
