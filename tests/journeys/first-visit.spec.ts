import { expect, type Page, test } from '@playwright/test';

import { chooseInPicker } from '../support/choose-in-picker.ts';
import {
  booted,
  comingFrom,
  consoleErrors,
  fromFilesAlone,
  withDataSaver,
  withoutModel,
} from '../support/first-visit.ts';
import { drop, fileAt, sessionView } from '../support/tool-page.ts';
import { bundle } from '../support/words.ts';

const photo = fileAt('pictures/mug.jpg');

/** Holds the application back, so that the page's behaviour without it can be tested. */
async function holdApplication(page: Page): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(/\/assets\/frame-.*\.js$/, async (route) => {
    asked.resolve();
    await gate.promise;
    await route.continue();
  });
  return async () => {
    // Waits for the request. If the build named the chunk differently, nothing would be held and the test would prove
    // nothing.
    await asked.promise;
    gate.resolve();
    await booted(page);
  };
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('text, links and images are shown', { tag: '@first' }, async ({ page }) => {
    await page.goto('/de/id-photo');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const pictures = page.getByRole('main').getByRole('img');
    expect(await pictures.count()).toBeGreaterThan(0);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'FAQ' })
      .or(page.locator('footer a[href="/de/faq"]'))
      .first()
      .click();
    await expect(page).toHaveURL(/\/de\/faq$/);
    // Answers are in the page; the browser itself folds them.
    const answer = page.locator('details').first();
    await answer.locator('summary').click();
    await expect(answer).toHaveAttribute('open', '');
  });

  test('the language can be changed', { tag: ['@first', '@long'] }, async ({ page }) => {
    await fromFilesAlone(page);
    await page.goto('/faq');
    const spanish = page.getByRole('link', { name: 'Español' });
    // On a loaded machine, Chromium sometimes loses a press: the button has the focus, but its popover stays closed.
    await expect(async () => {
      await page.getByRole('button', { name: /语言/ }).click();
      await expect(spanish).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await spanish.click();
    await expect(page).toHaveURL(/\/es\/faq$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  });
});

test(
  'the page is shown before the application loads and keeps what the visitor does meanwhile',
  { tag: '@first' },
  async ({ page }) => {
    await withoutModel(page);
    const errors = consoleErrors(page);
    const release = await holdApplication(page);
    await page.goto('/en');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await drop(page, photo);
    await expect(page).toHaveURL(/\/en$/);
    await release();
    await expect(page).toHaveURL(/\/en\/single$/);
    await expect(sessionView(page)).toBeVisible();
    expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
  },
);

test(
  'a photo dropped before the application loads survives a change of language',
  { tag: ['@first', '@long'] },
  async ({ page }) => {
    await withoutModel(page);
    await comingFrom(page, 'CN', 'zh');
    const release = await holdApplication(page);
    await page.goto('/single');
    await drop(page, photo);
    await page.getByRole('button', { name: /语言/ }).click();
    await page.getByRole('link', { name: 'English' }).click();
    await release();
    await expect(page).toHaveURL(/\/en\/single$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(sessionView(page)).toBeVisible();
  },
);

test(
  'a file chosen with the keyboard before the application loads is opened once it has loaded',
  { tag: ['@first', '@long'] },
  async ({ page }) => {
    await withoutModel(page);
    const chosen = chooseInPicker(page, 'pictures/mug.jpg');
    const release = await holdApplication(page);
    await page.goto('/en/single');
    await page.getByRole('button', { name: 'Choose an image' }).press('Enter');
    await chosen;
    await release();
    await expect(sessionView(page)).toBeVisible();
  },
);

/** Like `comingFrom` for France, but delayed. @returns a function that lets the geo-location function answer. */
async function slowlyFromFrance(page: Page): Promise<() => void> {
  await fromFilesAlone(page);
  const gate = Promise.withResolvers<void>();
  await page.route('**/functions/v1/geo-location', async (route) => {
    await gate.promise;
    await route.fulfill({ json: { ip: null, country: 'FR', defaultLanguage: 'fr' } });
  });
  return () => gate.resolve();
}

/** Observes layout shifts; call it before the page is opened. @returns a function that returns their sum. */
async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      shifts.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as { shifts?: number[] }).shifts?.reduce((sum, each) => sum + each, 0) ?? 0);
}

test.describe('the language of a first visit on a host that only serves files', { tag: '@first' }, () => {
  test('is chosen before the application starts, which starts once, and nothing shifts', async ({ page }) => {
    await withoutModel(page);
    const answer = await slowlyFromFrance(page);
    const layoutShift = await watchLayoutShift(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.isNavigationRequest()) asked.push(pathname);
      else if (pathname.startsWith('/assets/frame-')) asked.push('the application');
    });
    const called = page.waitForRequest('**/functions/v1/geo-location');
    await page.goto('/faq');
    await called;
    answer();
    await expect(page).toHaveURL(/\/fr\/faq$/);
    await booted(page);
    expect(asked).toEqual(['/faq', '/fr/faq', 'the application']);
    expect(await layoutShift()).toBeLessThan(0.01);
  });

  test('does not shift the text when it is offered late', { tag: '@long' }, async ({ page }) => {
    await withoutModel(page);
    const answer = await slowlyFromFrance(page);
    await page.goto('/faq');
    await booted(page);
    const heading = page.getByRole('heading', { level: 1 });
    const before = await heading.boundingBox();
    answer();
    await expect(page.getByRole('status').filter({ hasText: 'Français' })).toBeVisible();
    expect(await heading.boundingBox()).toEqual(before);
  });

  test('comes from one request to the geo-location function', { tag: '@long' }, async ({ page }) => {
    await withoutModel(page);
    const asked = await comingFrom(page, 'DE', 'de');
    await page.goto('/faq?from=mail');
    await expect(page).toHaveURL(/\/de\/faq\?from=mail$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page).toHaveTitle(/Isola/);
    // The request had no payload.
    expect(asked).toEqual(['']);
    // Going back leaves the site, because the Chinese page was replaced in the history.
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  });

  test('is offered in one line after the visitor has interacted', { tag: '@long' }, async ({ page }) => {
    await withoutModel(page);
    const answer = await slowlyFromFrance(page);
    await page.goto('/single');
    await page.getByRole('heading', { level: 1 }).click();
    await booted(page);
    answer();
    const offer = page.getByRole('status').filter({ hasText: 'Français' });
    await expect(offer).toBeVisible();
    await expect(offer).toHaveAttribute('lang', 'fr');
    await expect(page).toHaveURL(/:\d+\/single$/);
    await offer.getByRole('button', { name: /Français/ }).click();
    await expect(page).toHaveURL(/\/fr\/single$/);
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('fr');
  });

  test(
    'is offered when the answer comes late, because the visitor is already reading',
    { tag: '@long' },
    async ({ page }) => {
      await withoutModel(page);
      const answer = await slowlyFromFrance(page);
      await page.goto('/faq');
      await booted(page);
      answer();
      await expect(page.getByRole('status').filter({ hasText: 'Français' })).toBeVisible();
      await expect(page).toHaveURL(/:\d+\/faq$/);
    },
  );

  test('stays Chinese when the offer is declined, and is not offered again', { tag: '@long' }, async ({ page }) => {
    await withoutModel(page);
    const answer = await slowlyFromFrance(page);
    await page.goto('/single');
    await page.getByRole('heading', { level: 1 }).click();
    answer();
    const offer = page.getByRole('status').filter({ hasText: 'Français' });
    await offer.getByRole('button').last().click();
    await expect(offer).toBeHidden();
    const asked = await comingFrom(page, 'FR', 'fr');
    await page.reload();
    await booted(page);
    await expect(page).toHaveURL(/:\d+\/single$/);
    expect(asked).toEqual([]);
  });

  test('stays Chinese when the function cannot be reached', { tag: '@long' }, async ({ page }) => {
    await withoutModel(page);
    await fromFilesAlone(page);
    await page.route('**/functions/v1/geo-location', (route) => route.abort());
    await page.goto('/faq');
    await booted(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  });

  test(
    'is not requested when the address names a language or one was chosen before',
    { tag: '@long' },
    async ({ page }) => {
      await withoutModel(page);
      const asked = await comingFrom(page, 'DE', 'de');
      await page.goto('/en/faq');
      await booted(page);
      await page.evaluate(() => localStorage.setItem('language', 'ja'));
      await page.goto('/faq');
      await expect(page).toHaveURL(/\/ja\/faq$/);
      await booted(page);
      expect(asked).toEqual([]);
    },
  );
});

test.describe('a visitor from Germany', { tag: '@first' }, () => {
  test.use({ locale: 'de-DE' });

  test('gets the German page and its address from a single document', async ({ page }) => {
    await withoutModel(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.isNavigationRequest() || pathname.endsWith('/geo-location')) asked.push(pathname);
    });
    const layoutShift = await watchLayoutShift(page);
    const release = await holdApplication(page);
    await page.goto('/faq?from=mail');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page).toHaveURL(/\/de\/faq\?from=mail$/);
    const title = await page.title();
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    await release();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '');
    await expect(page).toHaveTitle(title);
    expect(asked).toEqual(['/faq']);
    expect(await layoutShift()).toBeLessThan(0.01);
  });

  test('can choose another language at the same address, and its page stays', { tag: '@long' }, async ({ page }) => {
    await withoutModel(page);
    await page.goto('/faq');
    await page.getByRole('button', { name: /Sprache/ }).click();
    await page.getByRole('link', { name: '简体中文' }).click();
    await expect(page).toHaveURL(/:\d+\/faq$/);
    const answer = await page.reload();
    expect(answer?.headers()).toMatchObject({ 'content-language': 'zh', 'cache-control': 'private, no-cache' });
    await booted(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await expect(page).toHaveURL(/:\d+\/faq$/);
  });

  test('gets the language of a visit before the cookie existed', { tag: '@long' }, async ({ page }) => {
    await withoutModel(page);
    await page.goto('/en/terms');
    await page.evaluate(() => localStorage.setItem('language', 'zh'));
    await page.goto('/faq#start');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await expect(page).toHaveURL(/:\d+\/faq#start$/);
    expect(await page.evaluate(() => document.cookie)).toContain('language=zh');
  });
});

test.describe('a visitor from Germany who loses the connection', () => {
  test.use({ locale: 'de-DE', serviceWorkers: 'allow' });

  const offline = bundle('de', 'common');

  test(
    'opens another page in German and reloads it',
    { tag: ['@first', '@offline', '@long'] },
    async ({ page, context }) => {
      await page.goto('/faq');
      await booted(page);
      // The first visit caches the tool's page in German and its texts.
      const kept = () =>
        page.evaluate(async () => {
          const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          return caught.flat().map(({ url }) => new URL(url).pathname);
        });
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
      await expect.poll(kept).toContain('/de/single');
      await expect.poll(async () => (await kept()).join()).toContain('/de/editor.json');
      await expect.poll(kept).toContain('/offline.html');
      await context.setOffline(true);
      // A page for members that was never visited says what happened, what works offline and what was saved.
      const other = await context.newPage();
      const shell = await other.goto('/de/membership');
      expect(shell?.fromServiceWorker()).toBe(true);
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(offline['offline.title'] ?? '');
      await expect(other.getByRole('main').getByRole('link', { name: 'Fragen' })).toBeVisible();
      await other.getByRole('link', { name: offline['offline.open'] ?? '' }).click();
      await expect(other.getByRole('button', { name: 'Bild auswählen' })).toBeVisible();
      await other.close();
      // Pages for members show the same answer, and nothing of them is cached.
      for (const path of ['/de/auth', '/de/admin']) {
        const members = await context.newPage();
        expect((await members.goto(path))?.fromServiceWorker()).toBe(true);
        await expect(members.getByRole('heading', { level: 1 })).toHaveText(offline['offline.title'] ?? '');
        await members.close();
      }
      expect((await kept()).filter((path) => /^\/([a-z]{2}\/)?(auth|admin)/.test(path))).toEqual([]);
      const answer = await page.goto('/single');
      expect(answer?.fromServiceWorker()).toBe(true);
      await expect(page).toHaveURL(/\/de\/single$/);
      await booted(page);
      const choose = page.getByRole('button', { name: 'Bild auswählen' });
      await expect(choose).toBeVisible();
      await page.reload();
      await booted(page);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await expect(choose).toBeVisible();
    },
  );
});

test('a saved language is used in the first paint, without the application', { tag: '@first' }, async ({ page }) => {
  await page.goto('/en/terms');
  await page.evaluate(() => localStorage.setItem('language', 'ko'));
  await holdApplication(page);
  await page.goto('/terms#pictures');
  await expect(page).toHaveURL(/\/ko\/terms#pictures$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
});

test(
  'after a navigation the focus is at the start of the page and its title is announced',
  { tag: '@first' },
  async ({ page }) => {
    await withoutModel(page);
    await page.goto('/en');
    await booted(page);
    await page.getByRole('navigation').first().getByRole('link', { name: 'API' }).click();
    await expect(page).toHaveURL(/\/en\/api$/);
    await expect(page).toHaveTitle(/^API/);
    await expect(page.getByRole('main')).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  },
);

test('the model is not loaded unasked on a metered connection', { tag: '@first' }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.route('**/models/**', (route) => route.abort());
  await page.goto('/en');
  await booted(page);
  await page.waitForLoadState('networkidle');
  expect(requested.filter((path) => path.startsWith('/models/'))).toEqual([]);
  // Opening the tool counts as asking.
  const model = page.waitForRequest('**/models/manifest.json');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose an image' }).click();
  await model;
  await chooser;
});

test(
  'the application’s files are requested at once, and the document’s language is not set again',
  { tag: ['@first', '@long'] },
  async ({ page }) => {
    await withoutModel(page);
    await page.addInitScript(() => {
      const changes: string[] = [];
      Object.assign(window, { changes });
      // Setting the attribute makes the browser compute all styles again, even when the value is the same.
      new MutationObserver((records) => {
        for (const { target, attributeName } of records) {
          if (target === document.documentElement) changes.push(String(attributeName));
        }
      }).observe(document, { attributes: true, attributeFilter: ['lang'], subtree: true });
    });
    const files = ['react', 'routing', 'frame'].map((name) => `/assets/${name}-`);
    const gate = Promise.withResolvers<void>();
    await page.route(/\/assets\/(react|routing|frame)-.*\.js$/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    // No file is answered before all are requested.
    const asked = files.map((file) => page.waitForRequest((request) => request.url().includes(file)));
    await page.goto('/en/faq');
    await Promise.all(asked);
    gate.resolve();
    await booted(page);
    expect(await page.evaluate(() => (window as { changes?: string[] }).changes)).toEqual([]);
  },
);

test(
  'the code that reads saved images is not loaded when there are none',
  { tag: ['@first', '@long'] },
  async ({ page }) => {
    await withDataSaver(page);
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    const list = page.waitForResponse(/\/assets\/recent-projects-/);
    await page.goto('/en/single');
    await list;
    await page.waitForLoadState('networkidle');
    expect(scripts.filter((path) => path.includes('/create-persistence-'))).toEqual([]);
  },
);

test('no third party is contacted', { tag: '@first' }, async ({ page }) => {
  await withoutModel(page);
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto('/en');
  await booted(page);
  await page.waitForLoadState('networkidle');
  expect([...origins].filter((origin) => origin !== 'null')).toEqual([new URL(page.url()).origin]);
});
