import { expect, type Locator, type Page, test } from '@playwright/test';
import jpeg from 'jpeg-js';
import JSZip from 'jszip';
import { PNG } from 'pngjs';

import { saved, withoutFilePicker } from '../support/batch-page.ts';
import { comingFrom } from '../support/first-visit.ts';
import { withLittleMemory } from '../support/tool-page.ts';
import { bundle } from '../support/words.ts';

const shops = (page: Page): Locator => page.locator('[data-slot=shop-photos]');
const stage = (page: Page, id: string): Locator => page.locator(`[data-slot=shop-stage][data-shop=${id}]`);
const downloadAll = (page: Page, name: string): Locator =>
  page.locator('[data-slot=shop-bar]').getByRole('button', { name });

interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Decodes a JPEG with a decoder that is neither the browser's nor ours. */
const decodedJpeg = (bytes: Uint8Array): Decoded => {
  expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  return jpeg.decode(bytes, { useTArray: true, maxMemoryUsageInMB: 2048 });
};

/** Returns a pixel's difference from white, in the channel that differs most. */
const fromWhite = ({ data }: Decoded, pixel: number) =>
  255 - Math.min(data[pixel * 4] ?? 0, data[pixel * 4 + 1] ?? 0, data[pixel * 4 + 2] ?? 0);

function borderPixels({ width, height }: Decoded): number[] {
  const pixels: number[] = [];
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) pixels.push(at);
  }
  return pixels;
}

/** Returns the longer side of the subject as a share of the canvas. */
function fillOf(photo: Decoded, distance: (photo: Decoded, pixel: number) => number): number {
  const { width, height } = photo;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < width * height; at += 1) {
    if (distance(photo, at) < 40) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return Math.max((right - left) / width, (bottom - top) / height);
}

async function openSample(page: Page, path: string, sample: string): Promise<void> {
  await withoutFilePicker(page);
  await page.goto(path);
  await page.getByRole('button', { name: sample }).click();
  await expect(shops(page)).toHaveAttribute('data-state', 'open', { timeout: 150_000 });
}

test(
  'one image becomes the files of three marketplaces, each keeps its rules, and the report confirms it',
  { tag: ['@commerce', '@long'] },
  async ({ page }) => {
    const words = bundle('zh', 'shop-photo');
    await comingFrom(page, 'CN', 'zh');
    // At full size the network leaves a trace of the table next to this sample, which must not reach the border.
    await openSample(page, '/ecommerce', bundle('zh', 'tool')['sample.headphones'] ?? '');
    await page.getByRole('button', { name: words['shop.jd'] ?? '', exact: true }).click();
    await page.getByRole('button', { name: words['shop.ozon'] ?? '', exact: true }).click();
    await expect(stage(page, 'jd')).toHaveCount(0);
    const zip = await saved(page, downloadAll(page, '下载 3 个文件'));
    expect(zip.name).toBe('headphones-shops.zip');
    const { files } = await JSZip.loadAsync(zip.bytes);
    expect(Object.keys(files)).toEqual(['headphones-amazon.jpg', 'headphones-taobao.jpg', 'headphones-ozon.jpg']);

    for (const [name, file] of Object.entries(files)) {
      const bytes = await file.async('uint8array');
      const photo = decodedJpeg(bytes);
      expect([name, borderPixels(photo).filter((at) => fromWhite(photo, at) !== 0)]).toEqual([name, []]);
      const { width, height } = photo;
      const fill = fillOf(photo, fromWhite);
      if (name.includes('amazon')) {
        // Amazon accepts 500 px. The sample has too few for its zoom, which needs 1000, and is not enlarged unasked.
        expect(Math.max(width, height)).toBeGreaterThanOrEqual(500);
        expect(fill).toBeGreaterThanOrEqual(0.85);
      }
      if (name.includes('taobao')) {
        expect([width, height]).toEqual([800, 800]);
        expect(fill * 800).toBeGreaterThanOrEqual(300);
        expect(bytes.length).toBeGreaterThanOrEqual(38 * 1024);
        expect(bytes.length).toBeLessThanOrEqual(300_000);
      }
      if (name.includes('ozon')) {
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(1000);
        expect(Math.abs(width - (height * 3) / 4)).toBeLessThanOrEqual(1);
      }
    }

    // The rules are kept, but for each shop the sample has too few pixels, so their verdicts ask for a look.
    const [before = '', after = ''] = (words['done.look'] ?? '').split('{{shops}}');
    await expect(page.locator('[data-slot=shop-summary]')).toHaveText(
      `${before}亚马逊、淘宝、天猫（白底图）和Ozon${after}`,
    );
    for (const [id, verdict] of Object.entries({ amazon: 'look', taobao: 'look', ozon: 'look' })) {
      await expect(stage(page, id).locator('[data-slot=rules]')).toHaveAttribute('data-state', 'pass');
      await expect(stage(page, id).locator('[data-slot=verdict]')).toHaveAttribute('data-state', verdict);
    }
    await page.getByRole('button', { name: words['report.open'] ?? '' }).click();
    const report = await saved(page, page.getByRole('menuitem', { name: words['report.html'] ?? '' }));
    const text = report.bytes.toString('utf8');
    expect(text).toContain('<html lang="zh');
    for (const said of ['headphones-ozon.jpg', words['state.pass'] ?? '', words['rule.background'] ?? ''])
      expect(text).toContain(said);
    expect(text).not.toContain(words['state.fail']);

    // A product that was moved to the edge is detected in the file and named.
    await stage(page, 'amazon').locator('[data-slot=stage]').focus();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowUp');
    const single = await saved(page, stage(page, 'amazon').getByRole('button', { name: '下载亚马逊的文件' }));
    const moved = decodedJpeg(single.bytes);
    expect(borderPixels(moved).filter((at) => fromWhite(moved, at) >= 40).length).toBeGreaterThan(0);
    await expect(stage(page, 'amazon').locator('[data-rule=edge]')).toHaveAttribute('data-state', 'fail');
    const verdict = stage(page, 'amazon').locator('[data-slot=verdict]');
    await expect(verdict).toHaveAttribute('data-state', 'fail');
    await expect(verdict).toContainText(words['rule.edge'] ?? '');

    await page.reload();
    await expect(shops(page)).toHaveAttribute('data-state', 'open', { timeout: 60_000 });
    await expect(page.locator('button[data-shop][aria-pressed=true]')).toHaveCount(3);
    await expect(page.locator('button[data-shop=ozon]')).toHaveAttribute('aria-pressed', 'true');
  },
);

test(
  'a product photo becomes a white and a transparent file, both with the shadow',
  { tag: ['@commerce', '@long'] },
  async ({ page }) => {
    await withLittleMemory(page);
    await openSample(page, '/de/product-photo', bundle('de', 'tool')['sample.mug'] ?? '');
    const zip = await saved(page, downloadAll(page, '2 Dateien herunterladen'));
    const { files } = await JSZip.loadAsync(zip.bytes);
    const white = decodedJpeg((await files['mug-white.jpg']?.async('uint8array')) ?? new Uint8Array());
    const clear = PNG.sync.read((await files['mug-transparent.png']?.async('nodebuffer')) ?? Buffer.alloc(0));
    expect([clear.width, clear.height]).toEqual([white.width, white.height]);
    expect(white.width).toBe(white.height);
    expect(borderPixels(white).filter((at) => fromWhite(white, at) !== 0)).toEqual([]);
    expect(borderPixels(clear).filter((at) => clear.data[at * 4 + 3] !== 0)).toEqual([]);
    expect(fillOf(white, fromWhite)).toBeCloseTo(0.85, 1);
    expect(fillOf(clear, ({ data }, at) => data[at * 4 + 3] ?? 0)).toBeCloseTo(0.85, 1);

    await page.getByRole('radio', { name: 'Kontaktschatten' }).click();
    const shaded = await saved(page, stage(page, 'transparent').getByRole('button', { name: /herunterladen$/ }));
    const shadow = PNG.sync.read(shaded.bytes);
    const faint = ({ data }: { readonly data: Uint8Array }) =>
      data.filter((alpha, at) => at % 4 === 3 && alpha > 4 && alpha < 200).length;
    expect(faint(shadow)).toBeGreaterThan(1.3 * faint(clear));
    await expect(page.locator('[data-slot=shop-summary]')).toHaveText('1 Datei hält alle Regeln ein');
  },
);

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(
    `at ${width} px the proof strip and the bar of downloads cover neither each other nor what has focus`,
    { tag: ['@commerce', '@long'] },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await withLittleMemory(page);
      await openSample(page, '/de/product-photo', bundle('de', 'tool')['sample.mug'] ?? '');
      await expect(page.locator('[data-slot=proof-strip]')).toBeVisible();
      await expect.poll(() => isCovered(downloadAll(page, '2 Dateien herunterladen'))).toBe(false);

      await page.getByRole('radio', { name: 'Ohne', exact: true }).focus();
      const covered: string[] = [];
      while (!(await page.locator('[data-slot=shop-bar] :focus').count())) {
        await page.keyboard.press('Tab');
        const focused = page.locator(':focus');
        if ((await focused.getAttribute('data-slot')) === 'stage') continue; // A stage is taller than the bars leave.
        if (await isCovered(focused)) covered.push(await focused.evaluate(({ outerHTML }) => outerHTML.slice(0, 120)));
      }
      expect(covered).toEqual([]);
    },
  );
}

/** Checks whether the strip or the bar of downloads is painted over an element's upper or lower edge. */
function isCovered(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { left, width, top, bottom } = node.getBoundingClientRect();
    return [top + 2, bottom - 2].some((y) => {
      const bar = document
        .elementFromPoint(left + width / 2, y)
        ?.closest('[data-slot=proof-strip], [data-slot=shop-bar]');
      return bar !== null && bar !== undefined && !bar.contains(node);
    });
  });
}
