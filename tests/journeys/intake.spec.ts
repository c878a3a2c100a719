import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';

import { expect, type Page, type Request, type Route, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { isStored, leftOut, listedNames, named, numbered, rows } from '../support/batch-page.ts';
import { openInEditor, openTool } from '../support/editor-page.ts';
import { booted, withoutModel } from '../support/first-visit.ts';
import { picture } from '../support/pictures.ts';
import { pngHeader } from '../support/png-header.ts';
import {
  cutOut,
  downloadedPng,
  drop,
  expectResult,
  fileAt,
  sessionView,
  transfer,
  withLittleMemory,
} from '../support/tool-page.ts';
import { expectMessage, wordsOf } from '../support/words.ts';

const proxy = '**/functions/v1/image-proxy';
const address = 'https://pictures.example/shelf/mug%20on%20a%20table.jpg?size=2';
const mug = fileAt(picture('small/mug.jpg').path);

/** Two images of 8 × 8 px, written by Pillow: one in CMYK, and an animation of a red and a blue frame. */
const cmykJpeg = Buffer.from(
  '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUV' +
    'FQwPFxgWFBgSFBUU/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIB' +
    'AwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZH' +
    'SElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV' +
    '1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD9U6/Kqvyqr9U6/9k=',
  'base64',
);
const animatedWebp = Buffer.from(
  'UklGRoQAAABXRUJQVlA4WAoAAAACAAAABwAABwAAQU5JTQYAAAAAAAAAAABBTk1GKAAAAAAAAAAAAAcAAAcAAGQAAAJWUDhMDwAA' +
    'AC8HwAEABxD9j/4HIqL/AQBBTk1GKAAAAAAAAAAAAAcAAAcAAGQAAABWUDhMDwAAAC8HwAEABxDR//4HIqL/AQA=',
  'base64',
);

/** Answers requests to the proxy, because journeys do not use images on the public web. */
async function answerProxy(page: Page, status: number, answer: Buffer | object): Promise<Request[]> {
  const asked: Request[] = [];
  await page.route(proxy, async (route) => {
    asked.push(route.request());
    if (Buffer.isBuffer(answer)) await route.fulfill({ status, body: answer, contentType: 'image/jpeg' });
    else await route.fulfill({ status, json: answer });
  });
  return asked;
}

async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', words);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

const openAddress = async (page: Page) => {
  await page.getByRole('button', { name: 'From a URL' }).click();
  const field = page.getByRole('textbox', { name: 'URL of the image' });
  await expect(field).toBeFocused();
  return field;
};

test.describe('an image URL', () => {
  test.beforeEach(async ({ page }) => {
    await withoutModel(page);
  });

  test('opens the image under its file name', { tag: ['@intake', '@long'] }, async ({ page }) => {
    const asked = await answerProxy(page, 200, mug.bytes);
    await page.goto('/en/single');
    const field = await openAddress(page);
    await expect(page.getByText('Our server downloads the image from this URL')).toBeVisible();
    await field.fill(address);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'mug on a table.jpg' })).toBeVisible();
    expect(asked.map((request) => request.postDataJSON() as unknown)).toEqual([{ url: address }]);
  });

  test('can be pasted anywhere, also while a photo is open', { tag: '@intake' }, async ({ page }) => {
    await answerProxy(page, 200, mug.bytes);
    await page.goto('/en/single');
    await drop(page, fileAt(picture('creature.jpg').path));
    await expect(page.getByRole('heading', { name: 'creature.jpg' })).toBeVisible();
    // The page handles pasted addresses only a moment after it opens.
    await expect(async () => {
      await pasteText(page, ` ${address}\n`);
      await expect(page.getByRole('heading', { name: 'mug on a table.jpg' })).toBeVisible({ timeout: 2000 });
    }).toPass();
  });

  test('can be cancelled while it loads', { tag: ['@intake', '@long'] }, async ({ page }) => {
    await page.route(proxy, () => undefined);
    await page.goto('/en/single');
    await expect(page.getByRole('button', { name: 'From a URL' })).toBeVisible();
    await pasteText(page, address);
    await expect(page.getByText('Downloading the image from pictures.example')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Downloading the image')).toHaveCount(0);
    const field = await openAddress(page);
    await field.fill(address);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Downloading the image from pictures.example')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'From a URL' })).toBeFocused();
  });

  test('is rejected by the real proxy when it is not public', { tag: '@intake' }, async ({ page }) => {
    await page.goto('/en/single');
    const field = await openAddress(page);
    await field.fill('http://127.0.0.1/cat.png');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(wordsOf('errors:address.private'));
    await pasteText(page, 'http://192.168.1.1/cat.png');
    await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t download' })).toContainText('public web');
  });

  test('is rejected without a request when it is invalid', { tag: ['@intake', '@long'] }, async ({ page }) => {
    const asked = await answerProxy(page, 200, mug.bytes);
    await page.goto('/en/single');
    const field = await openAddress(page);
    for (const text of ['data:image/png;base64,iVBORw0KGgo=', 'blob:https://pictures.example/1', 'two words', '']) {
      await field.fill(text);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText(wordsOf('errors:address.invalid'));
    }
    expect(asked).toEqual([]);
  });

  test('shows the status with which its host refuses', { tag: ['@intake', '@long'] }, async ({ page }) => {
    await answerProxy(page, 502, { code: 'refused-by-host', status: 403, message: 'pictures.example answered 403' });
    await page.goto('/en/single');
    const field = await openAddress(page);
    await field.fill('pictures.example/cat.jpg');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(wordsOf('errors:address.refused', { status: 403 }));
  });

  test('explains a failed download in the field and over the page', { tag: ['@intake', '@long'] }, async ({ page }) => {
    await page.goto('/en/single');
    const field = await openAddress(page);
    await field.fill(address);
    const ask = async (answer: Parameters<Route['fulfill']>[0] | 'none') => {
      await page.unroute(proxy);
      await page.route(proxy, (route) => (answer === 'none' ? route.abort() : route.fulfill(answer)));
      await field.press('Enter');
    };
    const alert = page.getByRole('alert');
    await ask({ status: 502, json: { code: 'not-a-picture' } });
    await expect(alert).toHaveText(wordsOf('errors:address.not-a-picture'));
    await ask({ status: 502, json: { code: 'unreachable' } });
    await expect(alert).toHaveText(wordsOf('errors:address.unreachable'));
    await ask({ status: 504, json: { code: 'timeout' } });
    await expect(alert).toHaveText(wordsOf('messages:fetch.timeout.text'));
    await ask({ status: 429, json: { code: 'too-many-requests' } });
    await expect(alert).toHaveText(wordsOf('errors:address.too-many'));
    await ask({ status: 404, body: 'Not found' });
    await expect(alert).toHaveText(wordsOf('errors:address.not-offered'));
    await ask('none');
    await expect(alert).toHaveText(wordsOf('errors:address.network'));
    await ask({ status: 500, json: { code: 'internal' } });
    await expect(alert).toHaveText(wordsOf('messages:proxy.failed.text'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await pasteText(page, address);
    await expectMessage(alert, 'messages:proxy.failed');
  });
});

test.describe('content dragged or copied from another page', () => {
  const html = '<p>Our mug</p><img src="https://pictures.example/mug.jpg">';
  const data = `data:image/jpeg;base64,${mug.bytes.toString('base64')}`;

  test('is opened from its URL or decoded in the page', { tag: ['@intake', '@long'] }, async ({ page }) => {
    await withoutModel(page);
    const asked = await answerProxy(page, 200, mug.bytes);
    for (const [way, carried] of [
      ['drop', { 'text/uri-list': 'https://pictures.example/mugs', 'text/html': html }],
      ['drop', { 'text/uri-list': 'https://pictures.example/mug.jpg' }],
      ['paste', { 'text/html': html, 'text/plain': 'Our mug' }],
      ['paste', { 'text/plain': 'pictures.example/mug.jpg' }],
    ] as const) {
      await page.goto('/en/single');
      await booted(page);
      expect(await transfer(page, way, carried)).toBe(true);
      await expect(page.getByRole('heading', { name: 'mug.jpg' })).toBeVisible();
    }
    const urls = asked.map((request) => request.postDataJSON() as unknown);
    expect(urls).toEqual(Array.from({ length: 4 }, () => ({ url: 'https://pictures.example/mug.jpg' })));
    await page.goto('/en/single');
    await booted(page);
    await transfer(page, 'paste', { 'text/plain': data });
    await expect(sessionView(page)).toBeVisible();
    expect(asked).toHaveLength(4);
  });

  test(
    'can be added to a batch, and the page says when it contains no image',
    { tag: ['@intake', '@long'] },
    async ({ page }) => {
      await withoutModel(page);
      // A second copy of the same bytes would be left out as a duplicate.
      await answerProxy(page, 200, fileAt(picture('mug.jpg').path).bytes);
      await page.goto('/en/batch');
      await booted(page);
      expect(await transfer(page, 'drop', { 'text/uri-list': 'https://pictures.example/mug.jpg' })).toBe(true);
      await expect(rows(page)).toHaveCount(1);
      await transfer(page, 'paste', { 'text/html': `<img src="${data}">` });
      await expect(rows(page)).toHaveCount(2);
      expect(await transfer(page, 'drop', { 'text/plain': 'Our mug' })).toBe(true);
      await expect(page.getByText(wordsOf('tool:transfer.nothingDropped'))).toBeVisible();
      await expect(rows(page)).toHaveCount(2);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await transfer(page, 'paste', { 'text/html': '<p>Our mug</p>', 'text/plain': 'Our mug' });
      await expect(page.getByText(wordsOf('tool:transfer.nothingPasted'))).toBeVisible();
    },
  );
});

test(
  'several images become a batch at once on the home page, and by one press in the tool that opened the first',
  { tag: ['@intake', '@batch'] },
  async ({ page }) => {
    await withoutModel(page);
    await page.goto('/en');
    await booted(page);
    await drop(page, ...named(3));
    await expect(page).toHaveURL(/\/en\/batch$/);
    await expect.poll(() => listedNames(page)).toEqual(['shoe-01', 'shoe-02', 'shoe-03']);
    await expect.poll(() => isStored(page)).toBe(true);
    await page.goto('/en/single');
    await booted(page);
    await drop(page, ...named(2, 3), { name: 'broken.jpg', bytes: Buffer.from('no image') });
    await expect(page.getByRole('heading', { name: numbered(3) })).toBeAttached();
    await expect(page.getByText(wordsOf('tool:drop.onlyFirst', { count: 3 }))).toBeVisible();
    await page.getByRole('button', { name: wordsOf('tool:drop.allInBatch') }).click();
    await expect(page).toHaveURL(/\/en\/batch$/);
    // The third image was in the batch before.
    await expect.poll(() => listedNames(page)).toEqual(['shoe-01', 'shoe-02', 'shoe-03', 'shoe-04']);
    await expect(leftOut(page)).toContainText('broken.jpg');
    // When the person returns, the files are not added again.
    await page.goBack();
    await page.goForward();
    await expect.poll(() => listedNames(page)).toEqual(['shoe-01', 'shoe-02', 'shoe-03', 'shoe-04']);
  },
);

test(
  'a film appended to an image is ignored, and the page says so',
  { tag: ['@intake', '@long'] },
  async ({ page }) => {
    await withoutModel(page);
    const withFilm = { ...mug, zeros: 10_500_000 };
    await page.goto('/en/single');
    await drop(page, withFilm);
    await expect(page.getByRole('heading', { name: 'mug.jpg' })).toBeVisible();
    await expect(page.getByText(wordsOf('tool:filmLeftOut'))).toBeVisible();
    await page.goto('/en/batch');
    await booted(page);
    await drop(page, withFilm);
    await expect(rows(page)).toHaveCount(1);
    await expect(leftOut(page)).toContainText(wordsOf('batch:withoutFilm'));
    await expect(leftOut(page)).toContainText('mug.jpg');
  },
);

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('offers its camera without a permission prompt', { tag: '@intake' }, async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.enumerateDevices = () =>
        Promise.resolve([{ kind: 'videoinput', deviceId: '', groupId: '', label: '' } as MediaDeviceInfo]);
    });
    await withoutModel(page);
    await page.goto('/en/single');
    // The page does not mention dropping, which is not possible by touch.
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Choose an image', { useInnerText: true });
    await expect(page.getByText('Drop it anywhere')).toBeHidden();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Take a photo' }).click();
    expect(await (await chooser).element().getAttribute('capture')).toBe('environment');
    await (await chooser).setFiles(picture('small/mug.jpg').path);
    await expect(page.getByRole('img', { name: 'Original: mug.jpg' })).toBeVisible();
  });
});

test('a computer without a camera is not offered one', { tag: ['@intake', '@long'] }, async ({ page }) => {
  await withoutModel(page);
  await page.goto('/en/single');
  await expect(page.getByRole('button', { name: 'From a URL' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take a photo' })).toHaveCount(0);
});

test('an image with too many pixels is rejected with the limit', { tag: '@intake' }, async ({ page }) => {
  await withoutModel(page);
  await page.goto('/en/single');
  for (const [widthPx, heightPx] of [
    [10_000, 6_401],
    [16_385, 1],
  ] as const) {
    await drop(page, { name: 'large.png', bytes: pngHeader(widthPx, heightPx) });
    await expectMessage(page.getByRole('alert'), 'errors:image-too-large');
    await expect(sessionView(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
});

test(
  'the first frame of an animation is used, and the page says so',
  { tag: ['@intake', '@long'] },
  async ({ page }) => {
    await page.goto('/en/single');
    await drop(page, { name: 'moving.webp', bytes: animatedWebp });
    await expectResult(page);
    await expect(page.getByText('Only the first frame is used')).toBeVisible();
    await drop(page, { name: 'print.jpg', bytes: cmykJpeg });
    await expect(page.getByRole('heading', { name: 'print.jpg' })).toBeAttached();
    await expectResult(page);
    await expect(page.getByText('Only the first frame is used')).toHaveCount(0);
  },
);

test(
  'a transparent image keeps its transparency and can be cut out again',
  { tag: ['@intake', '@long'] },
  async ({ page }) => {
    const { path } = picture('mug-transparent.png');
    await page.goto('/en/single');
    await cutOut(page, path);
    await expect(page.getByText('The image’s own transparency was kept')).toBeVisible();
    const own = PNG.sync.read(readFileSync(path));
    const { png } = await downloadedPng(page);
    expect(alphaOf(png)).toEqual(alphaOf(own));
    await page.getByRole('button', { name: 'Cut out anew' }).click();
    await expect(page.getByText('This image had its own transparency')).toBeVisible();
    const anew = (await downloadedPng(page)).png;
    expect(alphaOf(anew)).not.toEqual(alphaOf(own));
    await page.getByRole('button', { name: 'Keep its own transparency' }).click();
    await expect(page.getByText('The image’s own transparency was kept')).toBeVisible();
    expect(alphaOf((await downloadedPng(page)).png)).toEqual(alphaOf(own));
  },
);

const alphaOf = ({ data }: PNG) => Buffer.from(data.filter((_, at) => at % 4 === 3));

test('a saved project opens like a photo', { tag: ['@intake', '@long'] }, async ({ page }) => {
  await openInEditor(page, picture('small/mug.jpg').path);
  await openTool(page, 'Export');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save project' }).click(),
  ]);
  const bytes = readFileSync(await saved.path());
  await page.getByRole('button', { name: 'Another image' }).first().click();
  await expect(sessionView(page)).toHaveCount(0);
  await drop(page, { name: saved.suggestedFilename(), bytes: bytes.subarray(0, bytes.length - 1000) });
  await expect(page.getByRole('alert')).toContainText(wordsOf('errors:project-not-opened.title'));
  await drop(page, { name: 'any name', bytes });
  await expectResult(page);
  await expect(page.getByRole('heading', { name: 'mug.jpg' })).toBeAttached();
  // A zip that is not a project is rejected like any other file.
  await drop(page, { name: 'other.zip', bytes: Buffer.from('504b0304140000000000', 'hex') });
  await expect(page.getByRole('alert')).toContainText('This file is damaged');
});

test.describe('the installed app', () => {
  test.use({ serviceWorkers: 'allow' });

  /** Returns the paths in the caches whose name starts with the prefix. */
  const held = (page: Page, prefix: string) =>
    page.evaluate(async (start) => {
      const names = (await caches.keys()).filter((name) => name.startsWith(start));
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    }, prefix);

  /** Waits until the service worker controls this page and has cached everything it keeps. */
  async function kept(page: Page): Promise<void> {
    await booted(page);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await expect.poll(() => held(page, 'isola-site-')).toContain('/en/single');
    await expect.poll(async () => (await held(page, 'isola-site-')).join()).toContain('/en/editor.json');
  }

  test(
    'explains that an uncached page needs a network, and opens it once there is one',
    { tag: ['@intake', '@long'] },
    async ({ page, context }) => {
      await withoutModel(page);
      await page.goto('/en');
      await kept(page);
      await context.setOffline(true);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Membership' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
      await page.getByRole('alert').getByRole('link', { name: 'Open the editor' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Drop an image here', { useInnerText: true });
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
      await context.setOffline(false);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Membership');
    },
  );

  test('works without a network after the first visit', { tag: ['@intake', '@long'] }, async ({ page, context }) => {
    await withLittleMemory(page);
    await page.goto('/en');
    await kept(page);
    // The model is loaded when the browser is idle, and only the segmenter caches it.
    const { models } = (await (await page.request.get('/models/manifest.json')).json()) as { models: unknown };
    const weights = [...JSON.stringify(models).matchAll(/[\w.-]+\.bin/g)].map(([file]) => `/models/${file}`);
    expect(weights).not.toEqual([]);
    await expect.poll(() => held(page, 'isola-models'), { timeout: 120_000 }).toEqual(expect.arrayContaining(weights));
    expect((await held(page, 'isola-site-')).filter((path) => path.startsWith('/models/'))).toEqual([]);
    await context.setOffline(true);
    await page.goto('/en/single');
    await cutOut(page, picture('small/mug.jpg').path);
    await downloadedPng(page);
  });

  test('opens an image that another app shares', { tag: ['@intake', '@long'] }, async ({ page }) => {
    await page.goto('/en/faq');
    await kept(page);
    await page.evaluate((base64) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '/en/single', enctype: 'multipart/form-data' });
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'picture' });
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes], 'tasse für mich.jpg', { type: 'image/jpeg' }));
      input.files = transfer.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    }, mug.bytes.toString('base64'));
    await expect(page.getByRole('heading', { name: 'tasse für mich.jpg' })).toBeAttached();
    await expect(page).toHaveURL(/\/en\/single$/);
    await expectResult(page);
  });

  test(
    'has a manifest in its own language, with existing icons',
    { tag: ['@intake', '@long'] },
    async ({ page, request }) => {
      await page.goto('/de');
      const href = await page.locator('link[rel=manifest]').getAttribute('href');
      expect(href).toBe('/de/manifest.webmanifest');
      const manifest = (await (await request.get(href ?? '')).json()) as {
        icons: { src: string; sizes: string; type: string }[];
      };
      expect(manifest).toMatchObject({ name: 'Isola', id: '/', start_url: '/de/single', lang: 'de' });
      for (const { src, sizes, type } of manifest.icons) {
        const response = await request.get(src);
        expect(response.headers()['content-type'], src).toContain(type);
        if (type !== 'image/png') continue;
        const { width, height } = PNG.sync.read(await response.body());
        expect(`${width}x${height}`).toBe(sizes);
      }
    },
  );
});
