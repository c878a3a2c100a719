import { expect, test } from '@playwright/test';

import { violations } from '../support/accessibility.ts';
import { chooseInPicker } from '../support/choose-in-picker.ts';
import { openInEditor, openTool } from '../support/editor-page.ts';
import { comingFrom } from '../support/first-visit.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import {
  cutOut,
  downloadedPng,
  drop,
  expectResult,
  fileAt,
  openBarMenu,
  paste,
  sessionView,
} from '../support/tool-page.ts';

// Most visitors do not ask for reduced motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

for (const [file, tag] of [
  ['mug.jpg', ['@single', '@long']],
  ['creature.jpg', ['@single', '@long']],
  ['lamp.webp', ['@single', '@long']],
] as const) {
  test(`${file} is cut out at full size along its true edge`, { tag: [...tag] }, async ({ page }) => {
    const { path, widthPx, heightPx } = picture(file);
    await page.goto('/en/single');
    await cutOut(page, path);
    const { name, bytes, png } = await downloadedPng(page);
    expect(name).toBe(file.replace(/\.\w+$/, '-cutout.png'));
    expect([png.width, png.height]).toEqual([widthPx, heightPx]);
    expect(iouWithTruth(file, bytes)).toBeGreaterThanOrEqual(0.9);
  });
}

test('a photo with an EXIF rotation is cut out upright', { tag: ['@single', '@long'] }, async ({ page }) => {
  const { path, widthPx, heightPx } = picture('creature-exif-6.jpg');
  const chosen = chooseInPicker(page, path);
  await page.goto('/en/single');
  // The file is chosen with the keyboard alone.
  await page.getByRole('button', { name: 'Choose an image' }).press('Enter');
  await chosen;
  await expectResult(page);
  const { bytes, png } = await downloadedPng(page);
  expect([png.width, png.height]).toEqual([widthPx, heightPx]);
  expect(iouWithTruth('creature-exif-6.jpg', bytes)).toBeGreaterThanOrEqual(0.9);
});

test('a transparent image keeps its transparent areas', { tag: ['@single', '@long'] }, async ({ page }) => {
  await page.goto('/en/single');
  await cutOut(page, picture('mug-transparent.png').path);
  const { bytes, png } = await downloadedPng(page);
  expect(iouWithTruth('mug-transparent.png', bytes)).toBeGreaterThanOrEqual(0.9);
  expect(png.data[3]).toBe(0);
});

test(
  'a pasted photo is cut out along its true edge, and the progress shows real numbers',
  { tag: '@single' },
  async ({ page }) => {
    const { path, widthPx, heightPx } = picture('mug.jpg');
    await page.goto('/en/single');
    const seen = new Set<string>();
    await page.exposeFunction('noteStage', (words: string) => void seen.add(words));
    await page.evaluate(() => {
      const note = () => {
        for (const row of document.querySelectorAll('[data-slot=stage-progress] li[data-state=active]')) {
          (window as unknown as { noteStage(words: string): void }).noteStage((row as HTMLElement).innerText);
        }
      };
      new MutationObserver(note).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    });
    await paste(page, fileAt(path));
    await expect(page.getByRole('img', { name: 'Original: mug.jpg' })).toBeVisible();
    await expectResult(page);
    const words = [...seen].join('\n');
    expect(words).toMatch(/Loading the model\s+[\d.]+ MB of 38\.8 MB/);
    expect(words).toMatch(/Finding the subject\s+\d+%/);
    expect(words).toContain('Creating the full-size cutout');
    const { name, bytes, png } = await downloadedPng(page);
    expect(name).toBe('mug-cutout.png');
    expect([png.width, png.height]).toEqual([widthPx, heightPx]);
    expect(iouWithTruth('mug.jpg', bytes)).toBeGreaterThanOrEqual(0.9);
  },
);

test('the result can be compared with the keyboard and is accessible', { tag: '@single' }, async ({ page }) => {
  await openInEditor(page, picture('small/mug.jpg').path);
  expect(await violations(page)).toEqual([]);
  const divider = page.getByRole('slider', { name: 'Divider between original and result' });
  await divider.focus();
  await page.keyboard.press('End');
  await expect(divider).toHaveAttribute('aria-valuetext', '100% original');
  await page.keyboard.press('ArrowLeft');
  await expect(divider).toHaveAttribute('aria-valuetext', '99% original');
});

test('the first of several photos is opened, and the page says so', { tag: ['@single', '@long'] }, async ({ page }) => {
  await page.goto('/en/single');
  await drop(page, fileAt(picture('mug.jpg').path), fileAt(picture('creature.jpg').path));
  await expect(page.getByText('the first of 2 was opened')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'mug.jpg' })).toBeVisible();
});

test('a photo dropped on the home page opens in the tool', { tag: ['@single', '@long'] }, async ({ page }) => {
  await page.goto('/en');
  await drop(page, fileAt(picture('mug.jpg').path));
  await expect(page).toHaveURL(/\/en\/single$/);
  await expectResult(page);
});

test('a sample can be opened, cancelled at once and tried again', { tag: ['@single', '@long'] }, async ({ page }) => {
  await comingFrom(page, 'CN', 'zh');
  await page.goto('/single');
  await page.getByRole('button', { name: '桌上的杯子' }).click();
  await expect(page.locator('li[data-state=active]', { hasText: '寻找主体' })).toBeVisible({
    timeout: 120_000,
  });
  await page.keyboard.press('Escape');
  await expect(sessionView(page)).toHaveAttribute('data-state', 'cancelled');
  await expect(page.getByRole('button', { name: '重试', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectResult(page);
  const { name, bytes } = await downloadedPng(page, '下载 PNG');
  expect(name).toBe('mug-cutout.png');
  expect(iouWithTruth('mug.jpg', bytes)).toBeGreaterThanOrEqual(0.9);
});

test('Improve detail is offered once and gives a fine result', { tag: ['@single', '@long'] }, async ({ page }) => {
  await page.goto('/en/single');
  await cutOut(page, picture('mug.jpg').path);
  const detail = page.getByRole('definition').filter({ hasText: /^(Standard|Fine)$/ });
  await openTool(page, 'Export');
  await expect(detail).toHaveText('Standard');
  await openTool(page, 'Refine');
  await page.getByRole('button', { name: 'Improve detail' }).click();
  await expect(sessionView(page)).toHaveAttribute('data-state', 'working');
  await expectResult(page);
  await openTool(page, 'Refine');
  await expect(page.getByRole('button', { name: 'Improve detail' })).toBeHidden();
  await openTool(page, 'Export');
  await expect(detail).toHaveText('Fine');
  const { bytes } = await downloadedPng(page);
  expect(iouWithTruth('mug.jpg', bytes)).toBeGreaterThanOrEqual(0.9);
});

test('switching the language keeps the open photo', { tag: ['@single', '@routes', '@long'] }, async ({ page }) => {
  await comingFrom(page, 'CN', 'zh');
  await page.goto('/single');
  await drop(page, fileAt(picture('mug.jpg').path));
  await openBarMenu(page);
  await page.getByRole('button', { name: /语言/ }).click();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/en\/single$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expectResult(page);
  await expect(page.getByRole('button', { name: 'Download PNG' })).toBeVisible();
});
