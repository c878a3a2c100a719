import { downloaded, openTool, stroke, tile } from '../../support/editor-page.ts';
import { watchResidentMemory } from '../../soak/resident-memory.ts';
import { type Findings, rowOf, type Stand } from './measure.ts';
import { clear, cutOut, largePhoto, openTable, rest, type Table, zoom } from './table.ts';

/** Resident memory of the renderer processes, in bytes above that of the empty tool. */
interface Cycle {
  /** Memory after the work, with the photo still open. */
  readonly heldBytes: number;
  /** Highest memory from the result's arrival on, while it was edited. */
  readonly maxBytes: number;
  /** Memory after the tool was cleared. */
  readonly leftBytes: number;
}

/** Interval between two readings of the memory, in ms. */
const sampleMs = 100;
/** Time after which processes have returned freed memory, in ms. */
const settleMs = 4_000;

/**
 * Measures the memory of the editor with one 12-megapixel photo, above an empty tool in which a small photo had been
 * open before (so the model is loaded): after a stroke, a background, a crop and an export; the maximum on the way; and
 * what is left when the photo was put away. Before the first and the last reading the browser is told that memory is
 * short, so that only what is held permanently remains. It measures one page only.
 * @throws on systems other than Linux, which do not report a process's memory.
 */
export async function measureMemory({ browser, url, cycles, say }: Stand): Promise<Findings> {
  const sample = await watchResidentMemory(browser);
  if (!sample) throw new Error('only Linux reports the memory of a process');
  const table = await openTable(browser, url);
  const settled = async () => {
    await settle(table);
    return (await sample()).renderers;
  };
  const idleBytes = await settled();
  const done: Cycle[] = [];
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    await cutOut(table, largePhoto.path);
    let maxBytes = 0;
    const read = async () => {
      maxBytes = Math.max(maxBytes, (await sample()).renderers - idleBytes);
    };
    const timer = setInterval(() => void read(), sampleMs);
    try {
      await work(table);
    } finally {
      clearInterval(timer);
    }
    const heldBytes = (await settled()) - idleBytes;
    await clear(table);
    const leftBytes = (await settled()) - idleBytes;
    done.push({ heldBytes, maxBytes, leftBytes });
    say(
      `memory ${cycle + 1} of ${cycles}  held ${mega(heldBytes)}, at most ${mega(maxBytes)}, left ${mega(leftBytes)} MB`,
    );
  }
  return {
    rows: [
      rowOf(
        'memory: held by the photo',
        done.map((each) => each.heldBytes / 1e6),
        'MB',
        '≤ 450 MB',
        0,
      ),
      rowOf(
        'memory: maximum during the work',
        done.map((each) => each.maxBytes / 1e6),
        'MB',
        '',
        0,
      ),
      rowOf(
        'memory: left after closing the photo',
        done.map((each) => each.leftBytes / 1e6),
        'MB',
        'each ≤ 30 MB',
        0,
      ),
    ],
    numbers: { idleBytes, cycles: done },
  };
}

/** Makes a stroke, a background, a crop and an export. At the end the whole result is visible again. */
async function work(table: Table): Promise<void> {
  const { page } = table;
  await openTool(page, 'Refine');
  await page.keyboard.press('e');
  await rest(table);
  await stroke(page, largePhoto, [0.3, 0.4], [0.6, 0.5]);
  await rest(table);
  await openTool(page, 'Background');
  await tile(page, 'White').click();
  await zoom(table, '100%');
  await zoom(table, 'fit');
  await openTool(page, 'Crop');
  await tile(page, '1:1').click();
  await rest(table);
  await openTool(page, 'Background');
  await downloaded(page, 'PNG');
  await rest(table);
}

/**
 * Collects all garbage, of the page and of the workers that answer it, and simulates memory pressure, so that the
 * browser frees caches such as decoded images that are no longer on the page.
 */
async function settle({ page, devtools }: Table): Promise<void> {
  await page.waitForTimeout(settleMs / 2);
  // The segmenter's helpers sleep until there is work and cannot answer.
  const workers = page.workers().filter((worker) => /worker-[^/]*\.js$/u.test(worker.url()));
  for (let time = 0; time < 3; time += 1) {
    await devtools.send('HeapProfiler.collectGarbage');
    await Promise.all(workers.map((worker) => worker.evaluate('gc()')));
  }
  await devtools.send('Memory.simulatePressureNotification', { level: 'critical' });
  await page.waitForTimeout(settleMs / 2);
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
