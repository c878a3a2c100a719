/**
 * Makes the README's picture from the built site: `npm run screenshot`.
 */
import { join } from 'node:path';

import { createAdaptorServer } from '@hono/node-server';
import { chromium } from 'playwright';

import { createApp } from '../apps/server/src/create-app.ts';
import { chromiumPath } from './chromium.ts';

const root = join(import.meta.dirname, '..');
const resultLimitMs = 120_000;

const server = createAdaptorServer({ fetch: createApp(join(root, 'apps/site/dist')).fetch });
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const address = server.address();
const port = typeof address === 'object' ? address?.port : undefined;

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
await page.goto(`http://127.0.0.1:${port}/en/single`);
await page.locator('input[type=file]').setInputFiles(join(root, 'pictures/creature.jpg'));
await page.locator('[data-slot=worktable][data-state=done]').waitFor({ timeout: resultLimitMs });
// The keyboard's place is nobody's in a picture.
await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
await page.screenshot({ path: join(root, 'pictures/screenshots/single.jpg'), type: 'jpeg', quality: 88 });
await browser.close();
server.close();
