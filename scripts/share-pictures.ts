/**
 * Makes the images shown with a link to a page, from our own renders. They contain no words, so that each serves all
 * languages. The output is committed: `npm run share-pictures`.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright';

import type { SharePicture } from '../apps/site/build/page-facts.ts';
import { chromiumPath } from './chromium.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'apps/site/public/share');
const widthPx = 1200;
const heightPx = 630;

interface Scene {
  /** `divided`: one image, half photo and half cutout. `pair`: both complete, side by side. `row`: only cutouts. */
  readonly layout: 'divided' | 'pair' | 'row';
  /** Names of our own renders. */
  readonly of: readonly string[];
  /** CSS background behind the cutouts. Without it, the checkerboard is shown. */
  readonly ground?: string;
}

const scenes: Readonly<Record<SharePicture, Scene>> = {
  home: { layout: 'divided', of: ['creature'] },
  single: { layout: 'divided', of: ['shoe'] },
  batch: { layout: 'row', of: ['bottle', 'shoe', 'headphones', 'basket'] },
  'ai-background': {
    layout: 'row',
    of: ['bottle'],
    ground: 'radial-gradient(circle at 70% 20%, #f7e3c8, #dca982 55%, #a9694d)',
  },
  'product-photo': { layout: 'pair', of: ['bottle'] },
  'id-photo': { layout: 'pair', of: ['figure'], ground: '#5b93d3' },
  ecommerce: { layout: 'divided', of: ['basket'], ground: '#ffffff' },
  reading: { layout: 'row', of: ['creature'] },
  api: { layout: 'row', of: ['glass', 'headphones', 'throw'] },
};

mkdirSync(target, { recursive: true });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: widthPx, height: heightPx } });
for (const [name, scene] of Object.entries(scenes)) {
  await page.setContent(markup(scene), { waitUntil: 'load' });
  await page.evaluate(trimMargins);
  await page.screenshot({ path: join(target, `${name}.jpg`), type: 'jpeg', quality: 84 });
  console.log(name);
}
await browser.close();

function markup({ layout, of, ground }: Scene): string {
  const behind = ground ?? 'repeating-conic-gradient(#ecebe7 0 25%, #fbfaf7 0 50%) 0 0 / 30px 30px';
  const image = (name: string, kind: 'photo' | 'cutout') => `<img class="${kind}" src="${dataUrl(name, kind)}">`;
  const images =
    layout === 'row'
      ? of.map((name) => image(name, 'cutout'))
      : of.flatMap((name) => [image(name, 'cutout'), image(name, 'photo')]);
  return `<!doctype html><style>
    body { margin: 0; width: ${widthPx}px; height: ${heightPx}px; position: relative; overflow: hidden; background: ${behind}; }
    .divided img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; object-position: 50% 38%; }
    .divided .photo { clip-path: inset(0 54% 0 0); }
    .divided i { position: absolute; inset-block: 0; inset-inline-start: 46%; width: 4px; margin-inline-start: -2px; background: #fff; }
    .pair img { position: absolute; inset-block: 0; inset-inline-end: 0; width: 50%; height: 100%; object-fit: cover; object-position: 50% 45%; }
    .pair .photo { inset-inline: 0 auto; }
    .row { position: absolute; inset: 0; display: flex; align-items: center; justify-content: space-evenly; padding: 0 50px; gap: 50px; }
    .row img { min-width: 0; flex: 0 1 auto; height: 72%; object-fit: contain; }
  </style><div class="${layout}">${images.join('')}${layout === 'divided' ? '<i></i>' : ''}</div>`;
}

function dataUrl(name: string, kind: 'photo' | 'cutout'): string {
  const [file, type] = kind === 'photo' ? [`${name}.jpg`, 'image/jpeg'] : [`${name}.cutout.webp`, 'image/webp'];
  return `data:${type};base64,${readFileSync(join(root, 'pictures', file)).toString('base64')}`;
}

/** Crops the empty margins of cutouts in a row. Runs in the page. */
function trimMargins(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('.row img')) {
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('No canvas');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let index = 3, pixel = 0; index < data.length; index += 4, pixel += 1) {
      if ((data[index] ?? 0) < 8) continue;
      const x = pixel % width;
      const y = Math.floor(pixel / width);
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    image.style.setProperty('object-view-box', `inset(${top}px ${width - right}px ${height - bottom}px ${left}px)`);
  }
}
