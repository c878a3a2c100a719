import { expect, type Page, type Request, test } from '@playwright/test';

import { downloaded, openInEditor, panel, press, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { cutOut, withLittleMemory } from '../support/tool-page.ts';

const networkLog = (page: Page) => page.locator('[data-slot=network-log]');

test(
  'the network log has every request since the photo, and none carried a picture',
  { tag: ['@editor', '@long'] },
  async ({ page, context, baseURL }) => {
    await withLittleMemory(page);
    const requests: Request[] = [];
    // Of the page and of its workers alike.
    context.on('request', (request) => requests.push(request));
    await page.goto('/en/single');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const earlier = requests.length;
    await cutOut(page, picture('small/mug.jpg').path);
    await tile(page, 'Blurred original').click();
    await downloaded(page, 'PNG');

    await page.getByRole('button', { name: /of your image sent$/ }).click();
    await expect(networkLog(page).locator('[data-slot=picture-out]')).toHaveText('0 B of your image sent');
    const listed = async () =>
      networkLog(page)
        .locator('[data-slot=network-log-row]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-url') ?? ''));
    const asked = requests.map((request) => request.url()).filter((url) => url.startsWith('http'));
    // A request enters the timeline a moment after it ends.
    await expect
      .poll(async () => {
        const rows = new Set(await listed());
        return [...new Set(asked)].filter((url) => !rows.has(url) && !isComposersOwn(url));
      })
      .toEqual([]);
    // The list is not empty, and contains only requests that were made.
    const rows = await listed();
    expect(rows.some((url) => url.includes('/models/isnet-'))).toBe(true);
    expect(rows.filter((url) => !asked.includes(url))).toEqual([]);
    await expect(networkLog(page).locator('[data-purpose=other]')).toHaveCount(0);

    for (const request of requests.slice(earlier).filter((each) => !each.url().startsWith('blob:'))) {
      expect(request.url(), 'another host was asked').toContain(baseURL);
      expect(request.method(), request.url()).toBe('GET');
      expect(request.postDataBuffer(), request.url()).toBeNull();
      // Nor hidden in an address.
      expect(request.url().length, request.url()).toBeLessThan(200);
    }
  },
);

/** The worker that composes the picture fetches its code where no page sees it; the network log says so. */
function isComposersOwn(url: string): boolean {
  return /\.(?:wasm|m?js|ts)(?:\?|$)/.test(url);
}

test(
  'a large or unknown request replaces the 0 B with a question mark',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    const send = (address: string, letters: number) =>
      page.evaluate(
        ([to, body]) =>
          // A request is in the browser's list once its answer was read.
          fetch(to, { method: 'POST', body })
            .then((answer) => answer.text())
            .catch(() => undefined)
            .then(() => undefined),
        [address, 'x'.repeat(letters)] as const,
      );
    await send('/functions/v1/image-proxy', 90);
    await page.getByRole('button', { name: /of your image sent$/ }).click();
    const known = networkLog(page).locator('[data-purpose=address]');
    await expect(known).toContainText('sent 90 B');
    await expect(networkLog(page).locator('[data-slot=picture-out]')).toHaveText('0 B of your image sent');
    await send('/functions/v1/image-proxy', 9000);
    await expect(known.first()).toContainText('sent 9 kB');
    await expect(networkLog(page).locator('[data-slot=picture-out]')).toHaveText('Requests to check');
    await page.keyboard.press('Escape');
    await send('/collect?what', 1);
    await page.getByRole('button', { name: 'Requests to check' }).click();
    await expect(networkLog(page).locator('[data-purpose=other]')).toHaveAttribute('data-url', /\/collect\?what$/);
  },
);

test(
  'with the network off the network log says so, and the work goes on',
  { tag: ['@editor', '@long'] },
  async ({ page, context }) => {
    await page.goto('/en/single');
    await cutOut(page, picture('small/mug.jpg').path);
    await page.getByRole('button', { name: /of your image sent$/ }).click();
    const network = networkLog(page).locator('[data-slot=network-log-network]');
    await expect(network).toHaveText('Online. Editing also works offline.');
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await page.getByRole('button', { name: /of your image sent$/ }).click();
    await expect(network).toHaveText('Offline. Editing still works.');
    await page.keyboard.press('Escape');
    await tile(page, 'Black').click();
    expect((await downloaded(page, 'PNG')).bytes.length).toBeGreaterThan(10_000);
  },
);

test(
  'everything by keys: the sheet, the commands, and what they do',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByText('Restore brush')).toBeVisible();
    // A letter in the sheet is for the sheet.
    await page.keyboard.press('r');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(panel(page)).toHaveAttribute('data-tool', 'background');
    await expect(page.getByRole('button', { name: /^Download/ })).toBeFocused();

    for (const [key, tool] of [
      ['r', 'refine'],
      ['l', 'light'],
      ['t', 'crop'],
      ['s', 'export'],
      ['v', 'background'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(panel(page)).toHaveAttribute('data-tool', tool);
    }

    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Find a command' });
    await expect(field).toBeFocused();
    await field.fill('grey back');
    await expect(page.getByRole('option')).toHaveText(['Light grey', 'Mid grey']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(tile(page, 'Mid grey')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Control+k');
    await field.fill('undo');
    await page.keyboard.press('Enter');
    await expect(tile(page, 'Transparent')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Control+k');
    await field.fill('network log');
    await page.keyboard.press('Enter');
    await expect(networkLog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(networkLog(page)).toBeHidden();

    const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    expect(saved.suggestedFilename()).toBe('mug-cutout.png');
  },
);

test('letters can be turned off, and stay so', { tag: ['@editor', '@long'] }, async ({ page }) => {
  await openInEditor(page, picture('small/mug.jpg').path);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('switch', { name: 'Single-letter keys' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('r');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(panel(page)).toHaveAttribute('data-tool', 'background');
  expect(await page.evaluate(() => localStorage.getItem('letter-keys'))).toBe('off');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
});

test(
  'copied by keys as a PNG, unless something is selected',
  { tag: ['@editor', '@long'] },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openInEditor(page, picture('small/mug.jpg').path);
    await page.keyboard.press('Control+c');
    await expect(page.locator('[data-slot=said]')).toHaveText('Copied');
    const types = () => page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
    expect(await types()).toEqual(['image/png']);
    await page.evaluate(() => {
      const name = document.querySelector('[data-slot=session-view] h2');
      if (name) getSelection()?.selectAllChildren(name);
    });
    await page.keyboard.press('Control+c');
    await expect.poll(types).toContain('text/plain');
  },
);

test(
  'one line at the first result, gone with the first step and never again',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    const { path } = picture('small/mug.jpg');
    const hint = page.locator('[data-slot=first-hint]');
    await page.goto('/en/single');
    await cutOut(page, path);
    await expect(hint).toBeVisible();
    await tile(page, 'White').click();
    await expect(hint).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(tile(page, 'Transparent')).toHaveAttribute('aria-pressed', 'true');
    await expect(hint).toBeHidden();
    await page.getByRole('button', { name: 'Another image' }).first().click();
    await cutOut(page, path);
    await expect(panel(page)).toBeVisible();
    await expect(hint).toBeHidden();
  },
);

test('a new cut-out is said to be there', { tag: ['@editor', '@long'] }, async ({ page }) => {
  const photo = picture('small/mug.jpg');
  await openInEditor(page, photo.path);
  await page.keyboard.press('r');
  await panel(page).getByText('Remove part', { exact: true }).click();
  await press(page, photo, 0.5, 0.55);
  await expect(page.locator('[data-slot=announcer]')).toHaveText('Cutout updated', { timeout: 30_000 });
});
