import { expect, type Page, type Request, test } from '@playwright/test';

import { downloaded, openInEditor, panel, press, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { cutOut, withLittleMemory } from '../support/tool-page.ts';

const networkLog = (page: Page) => page.locator('[data-slot=network-log]');

test(
  'the network log lists every request since the photo, and none contained an image',
  { tag: ['@editor', '@long'] },
  async ({ page, context, baseURL }) => {
    await withLittleMemory(page);
    const requests: Request[] = [];
    // Requests of the page and of its workers.
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
    // A request enters the performance timeline a moment after it ends.
    await expect
      .poll(async () => {
        const rows = new Set(await listed());
        return [...new Set(asked)].filter((url) => !rows.has(url) && !isComposersOwn(url));
      })
      .toEqual([]);
    // The list is not empty and contains only requests that were made.
    const rows = await listed();
    expect(rows.some((url) => url.includes('/models/isnet-'))).toBe(true);
    expect(rows.filter((url) => !asked.includes(url))).toEqual([]);
    await expect(networkLog(page).locator('[data-purpose=other]')).toHaveCount(0);

    for (const request of requests.slice(earlier).filter((each) => !each.url().startsWith('blob:'))) {
      expect(request.url(), 'the request goes to the site’s host').toContain(baseURL);
      expect(request.method(), request.url()).toBe('GET');
      expect(request.postDataBuffer(), request.url()).toBeNull();
      // A long address could also hide image data.
      expect(request.url().length, request.url()).toBeLessThan(200);
    }
  },
);

/** Matches code that the compositor's worker fetches. The page cannot see these requests; the network log says so. */
function isComposersOwn(url: string): boolean {
  return /\.(?:wasm|m?js|ts)(?:\?|$)/.test(url);
}

test(
  'a large or unknown request replaces the 0 B with “Requests to check”',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    const send = (address: string, letters: number) =>
      page.evaluate(
        ([to, body]) =>
          // A request appears in the browser's timeline after its response was read.
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
  'the network log reports a lost connection, and editing continues',
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
  'the sheet of shortcuts and the commands work with the keyboard',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByText('Restore brush')).toBeVisible();
    // Single-letter keys do nothing while the sheet is open.
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

test('single-letter keys can be turned off permanently', { tag: ['@editor', '@long'] }, async ({ page }) => {
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
  'the copy shortcut copies a PNG, unless text is selected',
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
  'a hint is shown at the first result, disappears with the first edit and does not return',
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

test('a changed cutout is announced', { tag: ['@editor', '@long'] }, async ({ page }) => {
  const photo = picture('small/mug.jpg');
  await openInEditor(page, photo.path);
  await page.keyboard.press('r');
  await panel(page).getByText('Remove part', { exact: true }).click();
  await press(page, photo, 0.5, 0.55);
  await expect(page.locator('[data-slot=announcer]')).toHaveText('Cutout updated', { timeout: 30_000 });
});
