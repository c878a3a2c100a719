import { expect, type Page, test } from '@playwright/test';

import { violations } from '../support/accessibility.ts';
import { keys, panel, openInEditor, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng } from '../support/tool-page.ts';

/** Presses the Tab key, or `key`, until a control has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'slider' | 'radio' = 'button', key = 'Tab') {
  const wanted = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) });
  await expect(wanted.first()).toBeVisible();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await wanted.evaluateAll((all) => all.some((each) => each === document.activeElement))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the Tab key never reached ${String(name)}`);
}

/** Moves the focus backwards, because the tools come before their panel. */
const backTo = (page: Page, name: string | RegExp) => tabTo(page, name, 'button', 'Shift+Tab');

test(
  'the editor works with the keyboard and announces changes to screen readers',
  { tag: ['@editor', '@long'] },
  async ({ page }) => {
    await openInEditor(page, picture('small/mug.jpg').path);
    await tabTo(page, 'White');
    await page.keyboard.press('Enter');
    await expect(tile(page, 'White')).toHaveAttribute('aria-pressed', 'true');

    await backTo(page, 'Shadow & light');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Contact shadow', 'slider');
    await keys(page, 'ArrowRight', 3);
    await expect(panel(page).getByRole('slider', { name: 'Contact shadow' })).toHaveValue('3');

    await backTo(page, 'Crop');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Centre the subject');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Undo: centring' })).toBeVisible();

    await backTo(page, 'Export');
    await page.keyboard.press('Enter');
    await tabTo(page, 'PNG', 'radio');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'WebP' })).toBeChecked();

    await backTo(page, /^Undo/);
    // The slider's three presses are a single step, and the choice of the file format is not a step.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Enter');
    await expect(page.getByText('Undone: background colour')).toBeAttached();
    // When nothing is left to undo, the button keeps the focus.
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Download WebP' })).toBeVisible();
  },
);

const tools = {
  zh: ['背景', '精修', '光影', '裁剪', '导出'],
  de: ['Hintergrund', 'Verfeinern', 'Licht & Schatten', 'Zuschnitt', 'Export'],
};

for (const [language, colorScheme, address] of [
  ['de', 'light', '/de/single'],
  ['zh', 'dark', '/single'],
] as const) {
  test(
    `every panel is accessible and fits a phone in ${language}, ${colorScheme}`,
    { tag: ['@editor', '@long'] },
    async ({ browser }) => {
      const context = await browser.newContext({
        locale: language,
        colorScheme,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await openInEditor(page, picture('small/mug.jpg').path, address);
      for (const tool of tools[language]) {
        await page.locator('nav button', { hasText: tool }).last().tap();
        expect.soft(await violations(page), tool).toEqual([]);
        for (const width of [320, 360, 390]) {
          await page.setViewportSize({ width, height: 844 });
          await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), tool).toBe(width);
          const cut = await page
            .locator('nav button:visible, [data-slot=session-view] > :last-child button:visible')
            .evaluateAll((all) =>
              all.filter((each) => each.scrollWidth > each.clientWidth).map(({ textContent }) => textContent),
            );
          expect.soft(cut, `${tool}, ${width} px`).toEqual([]);
        }
        const small = await page
          .locator('[data-slot=session-view]')
          // A switch is left out because its whole row can be pressed.
          .locator('button:not([role=switch]):visible, [role=radio]:visible')
          .evaluateAll((all) =>
            all
              .map((each) => ({ box: each.getBoundingClientRect(), name: each.ariaLabel ?? each.textContent }))
              .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
              .map(({ box, name }) => `${name} ${box.width} × ${box.height}`),
          );
        expect.soft(small, tool).toEqual([]);
      }
      await context.close();
    },
  );
}

test(
  'an image is brushed, cropped, shaded and downloaded by touch at 390 px',
  { tag: ['@editor', '@long'] },
  async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await openInEditor(page, picture('small/mug.jpg').path);
    const first = await downloadedPng(page);
    const open = (name: string) => page.getByRole('navigation', { name: 'Tools' }).getByRole('button', { name }).tap();
    await open('Refine');
    await panel(page).getByText('Erase', { exact: true }).tap();
    const box = await page.locator('[data-slot=stage]').boundingBox();
    if (!box) throw new Error('no canvas is visible');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page.getByRole('button', { name: 'Undo: erase stroke' })).toBeVisible();
    await open('Crop');
    await panel(page).getByRole('button', { name: 'Centre the subject' }).tap();
    await open('Background');
    await tile(page, 'White').tap();
    const made = await downloadedPng(page);
    expect(made.png.data.equals(first.png.data)).toBe(false);
    expect(made.png.data[3]).toBe(255);
    await open('Shadow & light');
    const slider = panel(page).getByRole('slider', { name: 'Contact shadow' });
    await slider.scrollIntoViewIfNeeded();
    const rail = await slider.boundingBox();
    if (!rail) throw new Error('there is no rail');
    await page.touchscreen.tap(rail.x + rail.width * 0.8, rail.y + rail.height / 2);
    await expect(page.getByRole('button', { name: 'Undo: contact shadow' })).toBeVisible();
    const shaded = await downloadedPng(page);
    let darker = 0;
    for (let at = 0; at < made.png.data.length; at += 4) {
      if ((made.png.data[at] ?? 0) - (shaded.png.data[at] ?? 0) > 8) darker += 1;
    }
    expect(darker).toBeGreaterThan(500);
    // Pressing the open tool closes its panel and leaves the space to the image.
    await open('Shadow & light');
    await expect(panel(page)).toBeHidden();
    await context.close();
  },
);
