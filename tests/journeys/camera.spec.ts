import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';
import sharp from 'sharp';

import { testBrowserPath } from '../../scripts/chromium.ts';
import { violations } from '../support/accessibility.ts';
import { booted, comingFrom } from '../support/first-visit.ts';
import { withLittleMemory } from '../support/tool-page.ts';

/** Motion JPEG that Chromium plays as its camera. It is written before the camera opens. */
const film = join(tmpdir(), `isola-camera-${process.pid}.mjpeg`);

test.use({
  launchOptions: {
    executablePath: testBrowserPath(),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      // The browser allows the camera without a question.
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
});
test.afterAll(() => rmSync(film, { force: true }));

/** Writes a film of the rendered figure. @param topPx top of the figure in the frame of 1280 × 720 px. */
async function filmFigure(topPx: number): Promise<void> {
  const cut = { left: 0, top: Math.max(0, -topPx), width: 700, height: 720 - Math.max(0, topPx) };
  const figure = await sharp(join(import.meta.dirname, '../../pictures/figure.jpg'))
    .resize(700)
    .toBuffer();
  const input = await sharp(figure).extract(cut).toBuffer();
  const frame = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#c9c4bc' } })
    .composite([{ input, left: 290, top: Math.max(0, topPx) }])
    .jpeg({ quality: 90 })
    .toBuffer();
  writeFileSync(film, Buffer.concat(Array.from({ length: 8 }, () => frame)));
}

test(
  'the camera takes the picture by itself once the face meets the rules, and sends nothing',
  { tag: ['@id-photo', '@faces', '@long'] },
  async ({ page }) => {
    await withLittleMemory(page);
    await comingFrom(page, 'CN', 'zh');
    await page.goto('/id-photo');
    await booted(page);
    // The figure is too low, so that its photo would end below the frame.
    await filmFigure(120);
    const opener = page.getByRole('button', { name: '用摄像头拍摄' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: '拍摄照片' });
    await expect(dialog.getByRole('status')).toHaveText('请放低镜头', { timeout: 30_000 });
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();

    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
    });
    await filmFigure(-60);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await expect(dialog).toHaveCount(0, { timeout: 30_000 });
    await expect(page.locator('[data-slot=photo-file][data-state=ready]')).toBeVisible({ timeout: 120_000 });
    await expect(page.locator('[data-rule=face-count]')).toHaveAttribute('data-state', 'ok');
    await expect(page.locator('[data-rule=face-turn]')).toHaveAttribute('data-state', 'ok');
    expect(sent).toEqual([]);
  },
);

test(
  'the button and the keyboard take the picture at any time',
  { tag: ['@id-photo', '@faces', '@long'] },
  async ({ page }) => {
    await withLittleMemory(page);
    await page.goto('/en/id-photo');
    await booted(page);
    await filmFigure(300);
    await page.getByRole('button', { name: 'Take the photo with the camera' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take the photo' });
    const shoot = dialog.getByRole('button', { name: 'Take it now' });
    await expect(shoot).toBeFocused();
    await expect(shoot).toHaveAttribute('aria-disabled', 'false');
    await page.keyboard.press('Space');
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('[data-slot=id-photo]')).not.toHaveAttribute('data-state', 'empty');
  },
);

test(
  'a refused camera says what to do, and a file can still be chosen',
  { tag: ['@id-photo', '@faces', '@long'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    });
    await page.goto('/de/id-photo');
    await booted(page);
    await page.getByRole('button', { name: 'Mit der Kamera aufnehmen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Foto aufnehmen' });
    await expect(dialog.getByRole('alert')).toContainText('Die Kamera ist nicht erlaubt');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Schließen' }).click();
    await expect(page.getByRole('button', { name: 'Mit der Kamera aufnehmen' })).toBeFocused();
  },
);
