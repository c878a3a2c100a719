import { expect, type Page, test } from '@playwright/test';

import { openInEditor, tile } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';

const mug = picture('small/mug.jpg');
const green = [5, 149, 37] as const;

interface Screen {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** Padding around a fully visible image, in CSS px. */
const paddingPx = 32;
/** One CSS px, because the edge may be between two px. */
const edgeTolerancePx = 1;

test.describe('the image has the right position and size on the screen', { tag: '@editor' }, () => {
  for (const ratio of [1, 1.5, 2, 3]) {
    test(`at ${ratio} device px per CSS px`, { tag: '@long' }, async ({ browser }) => {
      const page = await browser.newPage({ deviceScaleFactor: ratio, serviceWorkers: 'block' });
      await page.setViewportSize({ width: 1440, height: 900 });
      await openOnGreen(page);
      await expectInPlace(page, ratio);
      await page.close();
    });
  }

  test('after a page zoom and on another screen', { tag: '@long' }, async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    const show = ({ width, height, ratio: deviceScaleFactor }: Screen) =>
      devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
    await openOnGreen(page);
    // A zoom changes both: there are fewer CSS px, each with more device px.
    for (const zoom of [1.25, 0.8]) {
      await show({ width: 1440 / zoom, height: 900 / zoom, ratio: zoom });
      await expectInPlace(page, zoom);
    }
    await show({ width: 1440, height: 900, ratio: 1 });
    await expectInPlace(page, 1);
    // Another screen changes only the ratio. A browser reports that with this event; the emulation does not.
    await show({ width: 1440, height: 900, ratio: 2 });
    await page.evaluate(() => dispatchEvent(new Event('resize')));
    await expectInPlace(page, 2);
  });
});

/** Opens the mug on a colour that occurs in neither the page nor the photo, so that its position can be measured. */
async function openOnGreen(page: Page): Promise<void> {
  await openInEditor(page, mug.path);
  await tile(page, 'Pick a colour').click();
  await page.getByRole('textbox', { name: 'Hex code' }).fill('#059525');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

/** Waits until the canvas has the resolution of the screen and the image is fitted into it. */
async function expectInPlace(page: Page, ratio: number): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(() => devicePixelRatio)).toBeCloseTo(ratio, 5);
    const { canvas, stage, green } = await paintedOn(page);
    expect(Math.abs(canvas.width - stage.width * ratio)).toBeLessThanOrEqual(1);
    expect(Math.abs(canvas.height - stage.height * ratio)).toBeLessThanOrEqual(1);
    const scale = Math.min(
      1,
      (stage.width - 2 * paddingPx) / mug.widthPx,
      (stage.height - 2 * paddingPx) / mug.heightPx,
    );
    const [width, height] = [mug.widthPx * scale, mug.heightPx * scale];
    const [left, top] = [(stage.width - width) / 2, (stage.height - height) / 2];
    const apart = [left, top, left + width, top + height].map((edge, index) => Math.abs(edge - (green[index] ?? 0)));
    expect(Math.max(...apart), `${green.join()} from ${left},${top}`).toBeLessThanOrEqual(edgeTolerancePx);
  }).toPass({ timeout: 15_000 });
}

/**
 * Returns the size of the canvas in its px and in CSS px, and the edges of the green area in CSS px relative to the
 * canvas.
 */
function paintedOn(page: Page) {
  return page.locator('[data-slot=stage] > canvas').evaluate((canvas: HTMLCanvasElement, color) => {
    const { width, height } = canvas;
    const stage = canvas.getBoundingClientRect();
    const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const at = (y * width + x) * 4;
        if (color.some((value, channel) => Math.abs((data[at + channel] ?? 0) - value) > 3)) continue;
        [left, top] = [Math.min(left, x), Math.min(top, y)];
        [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
      }
    }
    const [across, down] = [stage.width / width, stage.height / height];
    return {
      canvas: { width, height },
      stage: { width: stage.width, height: stage.height },
      green: [left * across, top * down, right * across, bottom * down],
    };
  }, green);
}
