import { openTool, panel } from '../../support/editor-page.ts';
import { layEmptyCanvas, takeEmptyCanvas } from './empty-canvas.ts';
import { type Findings, type Row, rowOf, type Stand } from './measure.ts';
import { circle, cutOut, drag, largePhoto, middleOfStage, openTable, rest, type Table, zoom } from './table.ts';

/** One report of the mouse; times in milliseconds. */
interface Move {
  /** Time from the mouse's report to the end of the page's handlers, when the paint is on the canvas. */
  readonly paintedMs: number;
  /** Part of that time spent in the handlers. The rest is the browser's, which delivers moves once per frame. */
  readonly handlingMs: number;
  /** Time from the report until the next frame was passed to the browser's compositor. */
  readonly framedMs: number;
}

const strokes = 6;
const strokeMs = 1_200;
const settings = [
  { zoomedTo: 'fit', slowdown: 1, targetMs: 16 },
  { zoomedTo: '100%', slowdown: 1, targetMs: 16 },
  { zoomedTo: 'fit', slowdown: 4, targetMs: 50 },
  { zoomedTo: '100%', slowdown: 4, targetMs: 50 },
] as const;

/**
 * Measures the time from the mouse's report to the paint on the canvas. The live paint is drawn in the pointer's
 * handler, so it is there when the last handler has ended; that is the number of the claim. Every report counts,
 * including those that the browser coalesced. Restoring and erasing take turns. While a stroke is painted the worker
 * computes the previous one, as for any user. Both are measured with a brush that snaps to edges, which is the default,
 * and with one that does not. The same moves over an empty canvas show what they need on this machine in any page.
 */
export async function measureStroke({ browser, url, say }: Stand): Promise<Findings> {
  const table = await openTable(browser, url);
  const { page, devtools } = table;
  await cutOut(table, largePhoto.path);
  await openTool(page, 'Refine');
  const follows = panel(page).getByRole('switch', { name: 'Snap to edges' });
  await page.evaluate(watchMoves);

  const rows: Row[] = [];
  const numbers: Record<string, Readonly<Record<'following' | 'plain' | 'empty', readonly Move[]>>> = {};
  for (const { zoomedTo, slowdown, targetMs } of settings) {
    await zoom(table, zoomedTo);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const following = await paint(table);
    await follows.click();
    const plain = await paint(table);
    await follows.click();
    await layEmptyCanvas(page);
    const empty = await paint(table);
    await takeEmptyCanvas(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const name = `stroke, ${zoomedTo}${slowdown > 1 ? `, ${slowdown}× slower` : ''}`;
    say(`${name}  ${following.length + plain.length} moves`);
    numbers[name] = { following, plain, empty };
    const row = (what: string, moves: readonly Move[], value: keyof Move, target = '') =>
      rowOf(
        `${name}: ${what}`,
        moves.map((move) => move[value]),
        'ms',
        target,
      );
    for (const [brush, moves] of [
      ['following edges', following],
      ['as painted', plain],
    ] as const) {
      rows.push(
        row(`${brush}, to the paint`, moves, 'paintedMs', `p95 ≤ ${targetMs} ms`),
        row(`${brush}, handlers alone`, moves, 'handlingMs'),
        row(`${brush}, to the frame`, moves, 'framedMs'),
      );
    }
    rows.push(row('empty canvas, to the paint', empty, 'paintedMs'));
  }
  return { rows, numbers };
}

async function paint(table: Table): Promise<readonly Move[]> {
  const { page } = table;
  const middle = await middleOfStage(table);
  const radiusPx = Math.min(middle.width, middle.height) / 4;
  await page.evaluate(() => (window.moves = []));
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    await page.keyboard.press(stroke % 2 === 0 ? 'e' : 'b');
    await drag(table, circle(middle, radiusPx * (1 - stroke / 10), strokeMs, 1));
  }
  await rest(table);
  return page.evaluate(() => window.moves);
}

declare global {
  interface Window {
    moves: Move[];
  }
}

/** Records in the page, for each move, the time until its last listener has run and until its frame's work is done. */
function watchMoves(): void {
  let begunMs = 0;
  const frames = new MessageChannel();
  let waiting: { readonly move: Move; readonly reportedMs: number }[] = [];
  window.moves = [];
  frames.port1.addEventListener('message', () => {
    const nowMs = performance.now();
    for (const { move, reportedMs } of waiting) window.moves.push({ ...move, framedMs: nowMs - reportedMs });
    waiting = [];
  });
  frames.port1.start();
  addEventListener('pointermove', () => (begunMs = performance.now()), true);
  addEventListener('pointermove', (event) => {
    if (event.buttons !== 1) return;
    const endedMs = performance.now();
    // A task that a frame's callback posts runs when that frame's work is done.
    if (waiting.length === 0) requestAnimationFrame(() => frames.port2.postMessage(undefined));
    for (const { timeStamp: reportedMs } of event.getCoalescedEvents()) {
      const move = { paintedMs: endedMs - reportedMs, handlingMs: endedMs - begunMs, framedMs: Number.NaN };
      waiting.push({ move, reportedMs });
    }
  });
}
