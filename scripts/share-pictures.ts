/**
 * Makes the pictures that a link to a page is shown with, from our own renders: no words, so that each serves all
 * languages. What it writes is committed: `npm run share-pictures`.
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
  /** The photograph, shown left of the divider, or all over. */
  readonly photo?: string;
  /** The cut-out, shown right of it, or alone. */
  readonly cutout?: string;
  /** What lies behind the cut-out; the checkerboard without. */
  readonly ground?: string;
  /** Several cut-outs side by side in place of one. */
  readonly row?: readonly string[];
}

const scenes: Readonly<Record<SharePicture, Scene>> = {
  home: { photo: 'creature.jpg', cutout: 'creature.cutout.webp' },
  single: { photo: 'shoe.jpg', cutout: 'shoe.cutout.webp' },
  batch: { row: ['creature.cutout.webp', 'bottle.cutout.webp', 'shoe.cutout.webp', 'basket.cutout.webp'] },
  'ai-background': {
    cutout: 'bottle.cutout.webp',
    ground: 'linear-gradient(105deg, #dcb893, #f3e3cf 38%, #c98f6b 39%, #e9cfb5)',
  },
  'product-photo': { photo: 'bottle.jpg', cutout: 'bottle.cutout.webp' },
  'id-photo': { photo: 'figure.jpg', cutout: 'figure.cutout.webp', ground: '#5b93d3' },
  ecommerce: { photo: 'basket.jpg', cutout: 'basket.cutout.webp', ground: '#ffffff' },
  reading: { cutout: 'creature.cutout.webp' },
  api: { row: ['glass.cutout.webp', 'creature.cutout.webp', 'throw.cutout.webp'] },
};

mkdirSync(target, { recursive: true });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: widthPx, height: heightPx } });
for (const [name, scene] of Object.entries(scenes)) {
  await page.setContent(markup(scene), { waitUntil: 'load' });
  await page.screenshot({ path: join(target, `${name}.jpg`), type: 'jpeg', quality: 84 });
  console.log(name);
}
await browser.close();

function markup({ photo, cutout, ground, row }: Scene): string {
  const behind = ground ?? 'repeating-conic-gradient(#ecebe7 0 25%, #fbfaf7 0 50%) 0 0 / 30px 30px';
  const content = row
    ? `<div class="row" style="background:${behind}">${row.map((file) => `<img src="${dataUrl(file)}">`).join('')}</div>`
    : `<div class="half" style="background:${behind}">${cutout ? `<img src="${dataUrl(cutout)}">` : ''}</div>
       ${photo ? `<div class="half photo"><img src="${dataUrl(photo)}"></div><i></i>` : ''}`;
  return `<!doctype html><style>
    body { margin: 0; width: ${widthPx}px; height: ${heightPx}px; position: relative; overflow: hidden; background: #fbfaf7; }
    .half, .row { position: absolute; inset: 0; }
    .half img { width: 100%; height: 100%; object-fit: cover; object-position: 50% 38%; }
    .photo { clip-path: inset(0 54% 0 0); }
    .row { display: flex; align-items: center; justify-content: space-evenly; padding: 0 40px; }
    .row img { height: 74%; max-width: 25%; object-fit: contain; }
    i { position: absolute; inset-block: 0; inset-inline-start: 46%; width: 4px; margin-inline-start: -2px; background: #fff; }
  </style>${content}`;
}

function dataUrl(file: string): string {
  const type = file.endsWith('.webp') ? 'image/webp' : 'image/jpeg';
  return `data:${type};base64,${readFileSync(join(root, 'pictures', file)).toString('base64')}`;
}
