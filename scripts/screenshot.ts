/** Makes the README's screenshot from the built site: `npm run screenshot`. */
import { join } from 'node:path';

import { chromium } from 'playwright';

import { chromiumPath } from './chromium.ts';
import { serveSite } from './serve-site.ts';

const root = join(import.meta.dirname, '..');
const resultLimitMs = 120_000;

const site = await serveSite();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
await page.goto(`${site.url}/en/single`);
const chooser = page.waitForEvent('filechooser');
await page.getByRole('button', { name: 'Choose an image' }).click();
await (await chooser).setFiles(join(root, 'pictures/creature.jpg'));
await page.locator('[data-slot=session-view][data-state=done]').waitFor({ timeout: resultLimitMs });
// The screenshot shows no focus ring.
await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
await page.screenshot({ path: join(root, 'pictures/screenshots/single.jpg'), type: 'jpeg', quality: 88 });
await browser.close();
site.close();
