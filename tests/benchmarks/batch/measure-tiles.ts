import { resolve } from 'node:path';

import tailwindcss from '@tailwindcss/vite';

import type { TilesBench } from '../../../packages/batch/test/tiles-page/page.tsx';
import { articlePlugin } from '../../../packages/i18n/library/article-plugin.ts';
import { servePage } from '../../../scripts/serve-page.ts';
import { launchBrowser } from '../arena/launch-browser.ts';
import type { Findings, Stand } from './stand.ts';

/** Page with the batch tool and no segmenter. */
const pageFolder = resolve(import.meta.dirname, '../../../packages/batch/test/tiles-page');
const scrollMs = 4_000;
const turns = 5;

/** Frame times of one turn, in milliseconds. */
type Frames = Awaited<ReturnType<TilesBench['scroll']>>;

/**
 * Measures the longest frame while tiles of images of 12 megapixels are scrolled for the first time and again, divided
 * by that of an empty list of the same height. The two alternate on one page, and the median turn of each counts,
 * because other work on the machine only adds to a frame.
 */
export async function measureTiles({ many, say }: Stand): Promise<Findings> {
  const page = await servePage(pageFolder, () => undefined, { plugins: [tailwindcss(), articlePlugin()] });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const tab = await context.newPage();
    await tab.goto(page.origin);
    await tab.waitForFunction(() => 'tilesBench' in window);
    await tab.evaluate((count) => window.tilesBench.add(count), many);
    say(`${many} images are listed and stored`);
    await tab.locator('[data-slot=item-picture][data-shows=original]').first().waitFor();
    const empty: Frames[] = [];
    const tiles: Frames[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      empty.push(await tab.evaluate((ms) => window.tilesBench.scroll('empty', ms), scrollMs));
      tiles.push(await tab.evaluate((ms) => window.tilesBench.scroll('tiles', ms), scrollMs));
      say(`scrolling ${turn + 1} of ${turns}`);
    }
    const [emptyMs, tilesMs] = [medianLongest(empty), medianLongest(tiles)];
    const late = (all: readonly Frames[]) => {
      const frames = all.flat();
      return `${((100 * frames.filter((ms) => ms > 17).length) / frames.length).toFixed(1)} %`;
    };
    return {
      ratio: tilesMs / emptyMs,
      text: `tileFrame: longest frame ${tilesMs.toFixed(1)} ms with ${many} tiles, ${emptyMs.toFixed(1)} ms with an empty list; over 17 ms: ${late(tiles)} and ${late(empty)}`,
      numbers: { empty, tiles },
    };
  } finally {
    await browser.close();
    await page.close();
  }
}

function medianLongest(turns: readonly Frames[]): number {
  const longest = turns.map((frames) => Math.max(...frames)).toSorted((one, other) => one - other);
  return longest[Math.floor(longest.length / 2)] ?? Number.NaN;
}
