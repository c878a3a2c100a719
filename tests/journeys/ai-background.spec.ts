import { readFileSync } from 'node:fs';

import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { openInEditor } from '../support/editor-page.ts';
import { comingFrom } from '../support/first-visit.ts';
import { picture } from '../support/pictures.ts';
import { withLittleMemory } from '../support/tool-page.ts';

interface Said {
  readonly address: string;
  readonly field: string;
  readonly make: string;
  readonly empty: RegExp;
  readonly words: string;
  readonly by: RegExp;
  readonly alike: string;
  readonly undo: RegExp;
  readonly download: RegExp;
}

/**
 * Makes four backgrounds from words, chooses one, asks for similar ones, undoes and downloads. No request asks a server
 * for an image.
 */
async function describeAndDownload(page: Page, said: Said): Promise<void> {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await withLittleMemory(page);
  await openInEditor(page, picture('small/mug.jpg').path, said.address);
  const tool = page.locator('[data-slot=words-tool]');
  await tool.getByRole('button', { name: said.make, exact: true }).click();
  await expect(tool.getByText(said.empty)).toBeVisible();

  await tool.getByRole('textbox', { name: said.field }).fill(said.words);
  await page.keyboard.press('Enter');
  const candidates = tool.getByRole('radio');
  await expect(candidates).toHaveCount(4);
  await expect(tool.locator('q')).toHaveText(said.words);
  await expect(tool.getByText(said.by).last()).toBeVisible();
  // The first background is set at once.
  await expect(candidates.nth(0)).toBeChecked();
  await candidates.nth(1).click();
  await expect(candidates.nth(1)).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(candidates.nth(2)).toBeChecked();
  await page.getByRole('button', { name: said.undo }).first().click();
  await expect(candidates.nth(1)).toBeChecked();

  const firstThumbnail = await candidates.nth(1).evaluate((radio) => radio.parentElement?.querySelector('img')?.src);
  await tool.getByRole('button', { name: said.alike }).click();
  await expect
    .poll(() => candidates.nth(1).evaluate((radio) => radio.parentElement?.querySelector('img')?.src))
    .not.toBe(firstThumbnail);
  await candidates.nth(0).click();
  await expect(candidates.nth(0)).toBeChecked();

  // An opaque background makes the file a JPEG, whose colours are not exact.
  await page.getByRole('button', { name: /PNG/ }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: said.download }).click(),
  ]);
  const { data } = PNG.sync.read(readFileSync(await saved.path()));
  let minAlpha = 255;
  const colors = new Set<number>();
  for (let at = 0; at < data.length; at += 4) {
    minAlpha = Math.min(minAlpha, data[at + 3] ?? 0);
    colors.add(data.readUIntBE(at, 3));
  }
  // The scene covers everything behind the mug and is not a plain colour.
  expect(minAlpha).toBe(255);
  expect(colors.size).toBeGreaterThan(2_000);
  expect(sent.filter((url) => url.includes('generate-background'))).toEqual([]);
}

test('用文字生成四个背景，选择、生成类似的、撤销并下载', { tag: ['@ai-background', '@long'] }, async ({ page }) => {
  await comingFrom(page, 'CN', 'zh');
  await describeAndDownload(page, {
    address: '/ai-background',
    field: '描述想要的背景',
    make: '生成四张',
    empty: /请描述想要的背景/,
    words: '窗边的木桌，清晨柔和的光',
    by: /渲染布景|在此设备上绘制/,
    alike: '更多类似的',
    undo: /^撤销/,
    download: /下载 PNG/,
  });
});

test(
  'vier Hintergründe aus Worten erstellen, ähnliche erstellen, rückgängig machen und herunterladen',
  { tag: ['@ai-background', '@long'] },
  async ({ page }) => {
    await describeAndDownload(page, {
      address: '/de/ai-background',
      field: 'Hintergrund beschreiben',
      make: 'Vier erstellen',
      empty: /Bitte einen Hintergrund beschreiben/,
      words: 'Ein stiller Strand bei Sonnenuntergang',
      by: /Gerenderte Kulisse|Auf diesem Gerät gemalt/,
      alike: 'Mehr davon',
      undo: /^Rückgängig/,
      download: /PNG herunterladen/,
    });
  },
);

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(
    `at ${width} × ${height} the prompt and its results are on the first screen, and the sentence is said back`,
    { tag: ['@ai-background', '@sets', '@long'] },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const pictures: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('.avif')) pictures.push(request.url());
      });
      await withLittleMemory(page);
      await openInEditor(page, picture('small/mug.jpg').path, '/en/ai-background');
      const tool = page.locator('[data-slot=words-tool]');
      const field = tool.getByRole('textbox', { name: 'Describe the background' });
      await expect(field).toBeInViewport({ ratio: 1 });
      // No set is fetched before somebody asks for one.
      expect(pictures).toEqual([]);
      await field.fill('a marble table in front of the Eiffel tower');
      await page.keyboard.press('Enter');
      const candidates = tool.getByRole('radio');
      await expect(candidates).toHaveCount(4);
      for (const candidate of await candidates.all()) await expect(candidate).toBeInViewport({ ratio: 1 });
      await expect(field).toBeInViewport({ ratio: 1 });
      await expect(candidates.nth(0)).toBeChecked();
      await expect(candidates.nth(0)).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(candidates.nth(1)).toBeChecked();
      await expect(tool.locator('u')).toHaveText(['marble', 'table']);
      await expect(tool.locator('s')).toHaveText('Eiffel tower');
      await expect(tool.getByText('Cannot show: Eiffel tower')).toBeInViewport();
    },
  );
}
