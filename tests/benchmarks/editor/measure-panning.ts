import { tile } from '../../support/editor-page.ts';
import { layEmptyCanvas, takeEmptyCanvas } from './empty-canvas.ts';
import { type Findings, percentile, type Row, rowOf, type Stand } from './measure.ts';
import { circle, cutOut, drag, largePhoto, middleOfStage, openTable, rest, type Table, zoom } from './table.ts';

type Shown = 'cut-out' | 'white';

/** Times from one frame to the next, in milliseconds. */
interface Turn {
  readonly pictureMs: readonly number[];
  readonly emptyMs: readonly number[];
}

const panMs = 2_000;
const zooms = ['fit', '50%', '100%'] as const;

/**
 * Measures the frames of two seconds in which the mouse drags the image, against those in which it is dragged over an
 * empty canvas of the same size and position, which is cleared for each frame. The two alternate in one page. The claim
 * is about the mean, which includes lost frames; the 95th percentile is reported too. A fully visible image cannot
 * move: that row shows the cost of an editor that has nothing to paint.
 */
export async function measurePanning({ browser, url, runs, say }: Stand): Promise<Findings> {
  const table = await openTable(browser, url);
  const { page } = table;
  await cutOut(table, largePhoto.path);
  await page.getByRole('button', { name: 'Compare with the original' }).click();
  const rows: Row[] = [];
  const numbers: Record<string, readonly Turn[]> = {};
  for (const shown of ['cut-out', 'white'] satisfies Shown[]) {
    if (shown === 'white') await tile(page, 'White').click();
    for (const zoomedTo of zooms) {
      await zoom(table, zoomedTo);
      // At 100 % the full-quality composition is made when the pointer has come to rest.
      await rest(table, 4_000);
      const turns: Turn[] = [];
      for (let run = 0; run < Math.max(2, Math.ceil(runs / 2)); run += 1) {
        const emptyMs = await framesOf(table, 'empty');
        turns.push({ pictureMs: await framesOf(table, 'picture'), emptyMs });
      }
      const name = `panning, ${shown}, ${zoomedTo}`;
      say(`${name}  ${turns.map(({ pictureMs }) => pictureMs.length).join(' and ')} frames`);
      numbers[name] = turns;
      const meanRatio = turns.map(({ pictureMs, emptyMs }) => mean(pictureMs) / mean(emptyMs));
      const lateRatio = turns.map(({ pictureMs, emptyMs }) => percentile(pictureMs, 0.95) / percentile(emptyMs, 0.95));
      rows.push(
        rowOf(`${name}: mean ÷ empty`, meanRatio, '', '≤ 1.5', 2),
        rowOf(`${name}: p95 ÷ empty`, lateRatio, '', '', 2),
        rowOf(
          `${name}: frame`,
          turns.flatMap(({ pictureMs }) => pictureMs),
          'ms',
        ),
      );
    }
  }
  return { rows, numbers };
}

async function framesOf(table: Table, what: 'picture' | 'empty'): Promise<readonly number[]> {
  const { page } = table;
  const middle = await middleOfStage(table);
  if (what === 'empty') await layEmptyCanvas(page);
  await page.evaluate(countFrames);
  await drag(table, circle(middle, 120, panMs, 2));
  const frames = await page.evaluate(() => window.endFrames());
  if (what === 'empty') await takeEmptyCanvas(page);
  await rest(table, 400);
  return frames;
}

declare global {
  interface Window {
    endFrames(): readonly number[];
  }
}

function countFrames(): void {
  const frames: number[] = [];
  let lastMs = Number.NaN;
  let request = 0;
  const count = (nowMs: number) => {
    if (lastMs > 0) frames.push(nowMs - lastMs);
    lastMs = nowMs;
    request = requestAnimationFrame(count);
  };
  request = requestAnimationFrame(count);
  window.endFrames = () => {
    cancelAnimationFrame(request);
    return frames;
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
