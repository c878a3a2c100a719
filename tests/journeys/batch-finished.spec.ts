import { expect, type Page, test } from '@playwright/test';
import JSZip from 'jszip';
import { PNG } from 'pngjs';

import { brokenPng, expectAllDone, named, rowOf, rows, saved, withoutFilePicker } from '../support/batch-page.ts';
import { colorAt, panel, pixelAt, tile } from '../support/editor-page.ts';
import { drop, withLittleMemory } from '../support/tool-page.ts';

interface Told {
  readonly notifications: { readonly title: string; readonly body: string | undefined }[];
  /** Counts shown on the app's icon; null when the badge was cleared. */
  readonly badges: (number | null)[];
  /** Titles of the tab, without consecutive duplicates. */
  readonly titles: string[];
}

/** Records notifications, app badges and titles, in a page that another window covers. */
async function recordTold(page: Page): Promise<() => Promise<Told>> {
  await page.addInitScript(() => {
    const told: Told = { notifications: [], badges: [], titles: [] };
    const Original = Notification;
    class Recorded extends Original {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        told.notifications.push({ title, body: options?.body });
      }
    }
    Object.assign(window, { told, Notification: Recorded });
    Document.prototype.hasFocus = () => false;
    Object.assign(navigator, {
      setAppBadge: (count: number) => Promise.resolve(void told.badges.push(count)),
      clearAppBadge: () => Promise.resolve(void told.badges.push(null)),
    });
    new MutationObserver(() => {
      if (told.titles.at(-1) !== document.title) told.titles.push(document.title);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { told: Told }).told);
}

/** Parses a CSV file by RFC 4180, independently of the code under test. */
function recordsOf(csv: string): Record<string, string>[] {
  expect(csv.startsWith('\ufeff')).toBe(true);
  const lines = csv.slice(1).split('\r\n');
  expect(lines.pop()).toBe('');
  const [head = [], ...cells] = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  );
  return cells.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

test(
  'a batch that finishes while the editor is open sends one notification, and the icon and the title count down',
  { tag: ['@batch', '@long'] },
  async ({ page, context }) => {
    await context.grantPermissions(['notifications']);
    const told = await recordTold(page);
    await withLittleMemory(page);
    await page.goto('/en/batch');
    const title = await page.title();
    await drop(page, ...named(5), { name: 'shoe-06.png', bytes: brokenPng(6) });
    await page.getByRole('switch', { name: 'Notify me when done' }).click();
    await expect(page.getByRole('switch', { name: 'Notify me when done' })).toBeChecked();
    await expect(rowOf(page, 'shoe-01')).toHaveAttribute('data-state', 'done', { timeout: 120_000 });
    await rowOf(page, 'shoe-01').focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
    await expect(page).toHaveTitle(title, { timeout: 120_000 });
    const { notifications, badges, titles } = await told();
    expect(notifications).toEqual([{ title: 'Batch complete: 5 images', body: '1 failed' }]);
    // Files are added a few at a time, so the count falls only from 6 on.
    const counts = badges.slice(badges.indexOf(6)).filter((count) => count !== null);
    expect(counts[0]).toBe(6);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    expect(counts.at(-1)).toBe(1);
    expect(badges.at(-1)).toBeNull();
    expect(titles.filter((each) => each.endsWith(`/6 · ${title}`))).toEqual(
      [0, 1, 2, 3, 4, 5].map((processed) => `${processed}/6 · ${title}`),
    );
    // A second round of images sends a second notification.
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await drop(page, ...named(1, 7));
    await expectAllDone(page, '6 images processed');
    await expect.poll(async () => (await told()).notifications.length).toBe(2);
  },
);

test(
  'settings of one image are applied to all, and the table of results matches the zip',
  { tag: ['@batch', '@long'] },
  async ({ page }) => {
    await withoutFilePicker(page);
    await withLittleMemory(page);
    await page.goto('/en/batch');
    const [first, second] = named(2);
    if (!first || !second) throw new Error('there are no two files');
    const awkward = 'shoe-03, "left".png';
    await drop(page, first, { ...second, name: awkward }, { name: 'shoe-04.png', bytes: brokenPng(4) });
    await expectAllDone(page, '2 images processed · 1 failed');
    await rows(page).first().focus();
    await page.keyboard.press('Enter');
    await tile(page, 'Black').click();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(rows(page).first()).toContainText('own settings');
    const menu = page.getByRole('button', { name: `Actions for ${first.name}` });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Apply these settings to all' }).click();
    const preset = page.getByRole('complementary', { name: 'Preset' });
    await expect(preset.getByRole('button', { name: 'Black', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('still to be updated')).toHaveCount(0);
    // The keyboard opens the menu too, and Escape returns the focus.
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Use the preset again' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();

    const zip = await JSZip.loadAsync((await saved(page, page.getByRole('button', { name: 'Download 2' }))).bytes);
    const pictures = new Map<string, { readonly png: PNG; readonly sizeBytes: number }>();
    for (const [name, entry] of Object.entries(zip.files)) {
      const bytes = await entry.async('nodebuffer');
      pictures.set(name, { png: PNG.sync.read(bytes), sizeBytes: bytes.length });
    }
    for (const [number, { png }] of [...pictures.values()].entries()) {
      for (const corner of [0, 63, 63 * 64, 64 * 64 - 1]) expect(colorAt(png.data, corner)).toEqual([0, 0, 0, 255]);
      expect(colorAt(png.data, pixelAt(png, 0.5, 0.5))).toEqual([21 + number, 40, 120, 255]);
    }

    await page.getByRole('button', { name: 'More', exact: true }).click();
    const table = await saved(page, page.getByRole('menuitem', { name: 'Save the list as CSV' }));
    expect(table.name).toBe('isola-cutouts.csv');
    const records = recordsOf(table.bytes.toString());
    expect(records.map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual([
      [first.name, 'done', ''],
      [awkward, 'done', ''],
      ['shoe-04.png', 'failed', 'damaged-image'],
    ]);
    const done = records.filter(({ outcome }) => outcome === 'done');
    expect(new Set(done.map(({ result }) => result))).toEqual(new Set(pictures.keys()));
    for (const { result = '', width_px, height_px, bytes, seconds } of done) {
      const picture = pictures.get(result);
      expect([width_px, height_px, bytes]).toEqual(
        [picture?.png.width, picture?.png.height, picture?.sizeBytes].map(String),
      );
      expect(Number(seconds)).toBeGreaterThan(0);
    }
  },
);

test(
  'the user’s own background image is used for every image, in the tiles, in the zip and after a reload',
  { tag: ['@batch', '@long'] },
  async ({ page }) => {
    await withoutFilePicker(page);
    await withLittleMemory(page);
    await page.goto('/en/batch');
    await drop(page, ...named(2));
    await expectAllDone(page, '2 images processed');
    const wall = new PNG({ width: 16, height: 16 });
    for (let at = 0; at < wall.data.length; at += 4) wall.data.set([10, 200, 90, 255], at);
    const preset = page.getByRole('complementary', { name: 'Preset' });
    const own = preset.getByRole('button', { name: 'Own image 1', exact: true });
    const picker = preset.getByRole('group', { name: 'Image', exact: true }).locator('input[type=file]');
    await picker.setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer: PNG.sync.write(wall) });
    await expect(own).toHaveAttribute('aria-pressed', 'true');
    await picker.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: brokenPng(1) });
    await expect(preset.getByRole('alert')).toContainText('This image is damaged');
    await expect(own).toHaveAttribute('aria-pressed', 'true');
    // A thumbnail is compressed, so that its colours are nearly those of the result.
    const isOnWall = async () => {
      const picture = PNG.sync.read(await rows(page).first().locator('[data-slot=item-picture]').screenshot());
      const [red = 0, green = 0, blue = 0] = colorAt(picture.data, pixelAt(picture, 0.15, 0.5));
      return Math.max(Math.abs(red - 10), Math.abs(green - 200), Math.abs(blue - 90)) < 8;
    };
    await expect.poll(isOnWall).toBe(true);
    await expect(page.getByText('still to be updated')).toHaveCount(0, { timeout: 120_000 });
    await page.reload();
    await expect(own).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(isOnWall).toBe(true);
    const zip = await JSZip.loadAsync((await saved(page, page.getByRole('button', { name: 'Download 2' }))).bytes);
    expect(Object.keys(zip.files)).toHaveLength(2);
    for (const entry of Object.values(zip.files)) {
      const png = PNG.sync.read(await entry.async('nodebuffer'));
      for (const corner of [0, 63, 63 * 64, 64 * 64 - 1]) expect(colorAt(png.data, corner)).toEqual([10, 200, 90, 255]);
    }
  },
);
