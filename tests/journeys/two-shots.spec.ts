import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';

import { violations } from '../support/accessibility.ts';
import { openTool, panel, saved } from '../support/editor-page.ts';
import { booted } from '../support/first-visit.ts';
import { downloadedPng, expectResult } from '../support/tool-page.ts';
import { bundle, wordsOf } from '../support/words.ts';

const words = bundle('en', 'two-shots');
const word = (key: string) => words[key] ?? '';
const tile = (page: Page, slot: 'dark' | 'light') => page.getByRole('group', { name: word(slot) });

/** An object, pixel by pixel. */
interface Scene {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Alpha at a place, 0…1. */
  readonly alphaAt: (x: number, y: number) => number;
  /** Own colour at a place, sRGB. */
  readonly colorAt: (x: number, y: number) => readonly [number, number, number];
}

const cards = { dark: [18, 19, 21], light: [238, 235, 230] } as const;

// The exponents are those of IEC 61966-2-1.
const lightOf = (value: number) => (value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const valueOf = (light: number) => 255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

/** Renders the object in front of card, which is a little darker on its right. @returns the photograph's path. */
async function photograph(
  { widthPx, heightPx, alphaAt, colorAt }: Scene,
  card: keyof typeof cards,
  name: string,
): Promise<string> {
  const pixels = Buffer.alloc(widthPx * heightPx * 3);
  for (let at = 0; at < widthPx * heightPx; at += 1) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    const alpha = alphaAt(x, y);
    const own = colorAt(x, y);
    for (const [channel, value] of own.entries()) {
      const behind = lightOf(cards[card][channel] ?? 0) * (1 - (0.15 * x) / widthPx);
      pixels[at * 3 + channel] = Math.round(valueOf(alpha * lightOf(value) + (1 - alpha) * behind));
    }
  }
  const path = join(test.info().project.outputDir, 'two-shots', `${name}.jpg`);
  mkdirSync(join(path, '..'), { recursive: true });
  const raw = { width: widthPx, height: heightPx, channels: 3 } as const;
  writeFileSync(path, await sharp(pixels, { raw }).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer());
  return path;
}

/** Writes a photograph as a TIFF next to it. */
async function tiffOf(path: string): Promise<string> {
  const tiff = path.replace(/\.jpg$/, '.tif');
  await sharp(path).tiff({ compression: 'lzw' }).toFile(tiff);
  return tiff;
}

/** Green glass of varying transparency with an opaque foot. */
const vase: Scene = {
  widthPx: 900,
  heightPx: 675,
  alphaAt(x, y) {
    const halfWidth = 130 + 60 * Math.sin(y / 110);
    const inside = Math.min(1, Math.max(0, (halfWidth - Math.abs(x - 450)) / 4));
    if (y < 80 || y > 600) return 0;
    return inside * (y > 540 ? 1 : 0.25 + 0.4 * ((y - 80) / 460));
  },
  colorAt: (_, y) => (y > 540 ? [150, 110, 60] : [40, 150, 90]),
};

/** Returns numbers 0…1 that no file format can compress. */
function noiseAt(x: number, y: number): number {
  const value = Math.sin(x * 12.9898 + y * 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

/** Rough ice: an image whose PNG is above the limit of 10 MB for files that are opened. */
const ice: Scene = {
  widthPx: 2200,
  heightPx: 1900,
  alphaAt: (x, y) => (x < 120 || y < 120 || x >= 2080 || y >= 1780 ? 0 : 0.7 + 0.25 * (x / 2200)),
  colorAt: (x, y) => [60 + 150 * noiseAt(y, x), 90 + 130 * noiseAt(x, y + 7), 120 + 120 * noiseAt(x + 3, y)],
};

/** Opens the dialog with the keyboard. */
async function openDialog(page: Page): Promise<void> {
  await page.goto('/en/single');
  await booted(page);
  await page.getByRole('button', { name: word('open') }).press('Enter');
  await expect(page.getByRole('dialog', { name: word('title') })).toBeVisible();
}

async function choose(page: Page, slot: 'dark' | 'light', path: string): Promise<void> {
  await tile(page, slot).locator('input').setInputFiles(path);
}

test(
  'two photographs of glass become one image with its exact transparency, which a reload keeps',
  { tag: ['@two-shots', '@long'] },
  async ({ page }) => {
    await openDialog(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: word('open') })).toBeFocused();
    await page.keyboard.press('Enter');

    // The photographs are given the wrong way round.
    await choose(page, 'dark', await photograph(vase, 'light', 'vase-on-white'));
    await choose(page, 'light', await photograph(vase, 'dark', 'vase-on-black'));
    await expect(page.getByRole('status').getByText(word('note.swapped'))).toBeVisible();
    await expect(tile(page, 'dark').getByText('vase-on-black.jpg')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: word('combine'), exact: true }).press('Enter');
    await expectResult(page);

    const { name, png } = await downloadedPng(page);
    expect(name).toContain('vase-on-black-glass');
    expect([png.width, png.height]).toEqual([vase.widthPx, vase.heightPx]);
    const errors = { alpha: 0, color: 0, colored: 0 };
    for (let at = 0; at < png.width * png.height; at += 1) {
      const [x, y] = [at % png.width, Math.floor(at / png.width)];
      const truth = vase.alphaAt(x, y);
      errors.alpha += Math.abs((png.data[at * 4 + 3] ?? 0) - 255 * truth);
      if (truth < 0.25) continue;
      errors.colored += 1;
      for (const [channel, value] of vase.colorAt(x, y).entries())
        errors.color += Math.abs((png.data[at * 4 + channel] ?? 0) - value) / 3;
    }
    expect(errors.alpha / (png.width * png.height)).toBeLessThan(1);
    expect(errors.color / errors.colored).toBeLessThan(4);

    await saved(page);
    await page.reload();
    await expectResult(page);
    expect((await downloadedPng(page)).png.data.equals(png.data)).toBe(true);
  },
);

test(
  'photographs that are no pair stay with the reason, and can be replaced',
  { tag: ['@two-shots', '@long'] },
  async ({ page }) => {
    await openDialog(page);
    const dark = await photograph(vase, 'dark', 'vase-on-black');
    await choose(page, 'dark', dark);
    await choose(page, 'light', dark);
    const combine = page.getByRole('button', { name: word('combine'), exact: true });
    await combine.click();
    await expect(page.getByRole('alert')).toContainText(word('refused.backgrounds-alike.title'));
    expect(await violations(page)).toEqual([]);
    await choose(page, 'light', await photograph(vase, 'light', 'vase-on-white'));
    await expect(page.getByRole('alert')).toHaveCount(0);
    await combine.click();
    await expectResult(page);
  },
);

test(
  'two photographs of another format are converted with one press, and combined',
  { tag: ['@two-shots', '@convert', '@long'] },
  async ({ page }) => {
    await openDialog(page);
    for (const slot of ['dark', 'light'] as const) {
      const path = await photograph(vase, slot, `vase-${slot}`);
      await choose(page, slot, await tiffOf(path));
      await expect(tile(page, slot).getByText(`vase-${slot}.tif`)).toBeVisible();
    }
    await expect(page.getByRole('alert')).toContainText(wordsOf('errors:unsupported-format.named', { format: 'TIFF' }));
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: wordsOf('errors:convert.action') }).press('Enter');
    await expect(tile(page, 'light').getByText('vase-light.png')).toBeVisible();
    await expect(
      tile(page, 'dark').getByText(wordsOf('errors:convert.done.title', { from: 'TIFF', to: 'PNG' })),
    ).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: word('combine'), exact: true }).press('Enter');
    await expectResult(page);
    expect((await downloadedPng(page)).name).toContain('vase-dark-glass');
  },
);

test(
  'a combined image above the size limit for files is opened, kept and saved as a project',
  { tag: ['@two-shots', '@long'] },
  async ({ page }) => {
    // Files of more than 10 MB are encoded, stored and read several times.
    test.setTimeout(600_000);
    await openDialog(page);
    await choose(page, 'dark', await photograph(ice, 'dark', 'ice-on-black'));
    await choose(page, 'light', await photograph(ice, 'light', 'ice-on-white'));
    await page.getByRole('button', { name: word('combine'), exact: true }).click();
    await expectResult(page);
    const { bytes } = await downloadedPng(page);
    expect(bytes.byteLength).toBeGreaterThan(10 * 1024 * 1024);
    await saved(page);
    await page.reload();
    await expectResult(page);
    expect((await downloadedPng(page)).bytes.equals(bytes)).toBe(true);

    await openTool(page, 'Export');
    const [project] = await Promise.all([
      page.waitForEvent('download'),
      panel(page).getByRole('button', { name: 'Save project' }).click(),
    ]);
    const buffer = readFileSync(await project.path());
    await page.getByRole('button', { name: 'Another image' }).first().click();
    const file = { name: 'ice.isola', mimeType: 'application/zip', buffer };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await expectResult(page);
    expect((await downloadedPng(page)).bytes.equals(bytes)).toBe(true);
  },
);
