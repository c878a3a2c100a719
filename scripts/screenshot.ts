/**
 * Makes the screenshots of the built site: the one of the README, and those that systems show before they install the
 * app. `npm run screenshot`.
 */
import { join } from 'node:path';

import { type BrowserContextOptions, chromium, type Page } from 'playwright';

import { screenshots } from '../apps/site/build/manifest.ts';
import { chromiumPath } from './chromium.ts';
import { serveSite } from './serve-site.ts';

const root = join(import.meta.dirname, '..');
const resultLimitMs = 120_000;

interface Shot extends BrowserContextOptions {
  /** Path of the JPEG within the repository. */
  readonly file: string;
}

const shots: readonly Shot[] = [
  { file: 'pictures/screenshots/single.jpg', viewport: { width: 1440, height: 900 } },
  ...screenshots.map(({ src, widthPx, heightPx, form }): Shot => {
    const scale = form === 'narrow' ? 2 : 1;
    return {
      file: join('apps/site/public', src),
      viewport: { width: widthPx / scale, height: heightPx / scale },
      deviceScaleFactor: scale,
      hasTouch: form === 'narrow',
    };
  }),
];

/** Chooses one of the repository's pictures, and waits for its cutout. */
async function cutOut(page: Page, picture: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose an image' }).click();
  await (await chooser).setFiles(join(root, 'pictures', picture));
  await page.locator('[data-slot=session-view][data-state=working]').waitFor();
  await page.locator('[data-slot=session-view][data-state=done]').waitFor({ timeout: resultLimitMs });
}

const site = await serveSite();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
for (const { file, ...options } of shots) {
  const page = await browser.newPage({ ...options, reducedMotion: 'reduce' });
  await page.goto(`${site.url}/en/single`);
  await cutOut(page, 'creature.jpg');
  await page.locator('[data-slot=tool-rail]').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  if (!options.hasTouch) {
    // The panel states the time, and that of a page's first image contains the loading of the models.
    await page.getByRole('button', { name: 'Another image' }).click();
    await cutOut(page, 'creature.jpg');
  }
  // The left half shows the original.
  await page.getByRole('slider', { name: 'Divider between original and result' }).fill('50');
  // The screenshot shows no focus ring.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.screenshot({ path: join(root, file), type: 'jpeg', quality: 88 });
  await page.close();
  console.log(file);
}
await browser.close();
site.close();
