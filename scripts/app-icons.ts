/**
 * Makes the icons of the installed app from `icon.svg`: `node scripts/app-icons.ts` writes them into
 * `apps/site/public/icons`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright';

import { chromiumPath } from './chromium.ts';

const publicFolder = join(import.meta.dirname, '../apps/site/public');
const folder = join(publicFolder, 'icons');

/** `--color-paper` of the light theme, in sRGB. */
const paper = '#fbfaf7';

/**
 * Icons to make. `share` is the mark's size relative to the square: a system may crop a maskable icon to a circle of 80
 * %.
 */
const icons = [
  { name: 'icon-192', sidePx: 192, share: 0.92, ground: 'transparent' },
  { name: 'icon-512', sidePx: 512, share: 0.92, ground: 'transparent' },
  { name: 'maskable-512', sidePx: 512, share: 0.56, ground: paper },
  { name: 'apple-touch-icon', sidePx: 180, share: 0.68, ground: paper },
];

mkdirSync(folder, { recursive: true });
const svg = readFileSync(join(publicFolder, 'icon.svg'), 'utf8');
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const page = await browser.newPage({ colorScheme: 'light' });
for (const { name, sidePx, share, ground } of icons) {
  await page.setViewportSize({ width: sidePx, height: sidePx });
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}` +
      `body>svg{width:${share * 100}%;height:${share * 100}%}</style>${svg}`,
  );
  writeFileSync(join(folder, `${name}.png`), await page.screenshot({ omitBackground: true }));
}
await browser.close();
