import { tile } from '../../support/editor-page.ts';
import { type Findings, rowOf, type Stand } from './measure.ts';
import { cutOut, largePhoto, openTable, rest, type Table, zoom } from './table.ts';

/**
 * Measures the time from pressing a flat colour to the end of the frame in which it is behind the cutout of 12
 * megapixels. The page reads one pixel of the canvas, in a corner of the photo, after each painted frame.
 */
export async function measureColor({ browser, url, runs, say }: Stand): Promise<Findings> {
  const table = await openTable(browser, url);
  await cutOut(table, largePhoto.path);
  await table.page.evaluate(watchColor, largePhoto);
  const seenMs: number[] = [];
  for (const scale of ['fit', '50%'] as const) {
    await zoom(table, scale);
    for (let run = 0; run <= runs; run += 1) {
      for (const name of ['Black', 'White'] as const) {
        const ms = await press(table, name);
        say(`color ${name} at ${scale}  ${ms.toFixed(0)} ms`);
        // The first run is a warm-up.
        if (run > 0) seenMs.push(ms);
      }
    }
  }
  await table.page.context().close();
  return { rows: [rowOf('color: press to the screen', seenMs, 'ms', 'each ≤ 50 ms', 0)], numbers: { seenMs } };
}

async function press(table: Table, name: 'Black' | 'White'): Promise<number> {
  const seen = table.page.evaluate((value) => window.untilColor(value), name === 'White' ? 255 : 0);
  await tile(table.page, name).click();
  const ms = await seen;
  await rest(table);
  return ms;
}

declare global {
  interface Window {
    /** Resolves with the time from the next press until the pixel has this value in every channel. */
    untilColor(value: number): Promise<number>;
  }
}

/** Runs in the page. */
function watchColor({ widthPx, heightPx }: { widthPx: number; heightPx: number }): void {
  const canvas = document.querySelector<HTMLCanvasElement>('[data-slot=stage] canvas');
  const context = canvas?.getContext('2d');
  if (!canvas || !context) throw new Error('no canvas is visible');
  const isColor = (value: number) => {
    const { width, height } = canvas;
    // Near the left edge of the photo, or of its visible part.
    const scale = Math.min(1, (width - 64) / widthPx, (height - 64) / heightPx);
    const x = Math.max(2, width / 2 - 0.49 * widthPx * scale);
    const y = Math.max(2, height / 2 - 0.49 * heightPx * scale);
    return context.getImageData(x, y, 1, 1).data.join() === `${value},${value},${value},255`;
  };
  window.untilColor = async (value) => {
    const pressedMs = await new Promise<number>((resolve) => {
      addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
    });
    for (;;) {
      await new Promise(requestAnimationFrame);
      // Runs after everything that is painted in this frame.
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      if (isColor(value)) return performance.now() - pressedMs;
    }
  };
}
