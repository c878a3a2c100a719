import { downloaded, openTool, stroke, tile } from '../../support/editor-page.ts';
import { watchResidentMemory } from '../../soak/resident-memory.ts';
import { type Findings, rowOf, type Stand } from './measure.ts';
import { clear, cutOut, largePhoto, openTable, rest, type Table, zoom } from './table.ts';

/** Resident memory of the processes that serve pages, in bytes above that of the empty table. */
interface Cycle {
  /** After the work, the photo still open. */
  readonly heldBytes: number;
  /** At any moment from the result's coming on, while it was worked on. */
  readonly maxBytes: number;
  /** After the table was cleared. */
  readonly leftBytes: number;
}

/** How often memory is read meanwhile. */
const sampleMs = 100;
/** Processes give memory back a while after it is free. */
const settleMs = 4_000;

/**
 * What the editor of one 12-megapixel photo holds above an empty table on which a small photo had been before (the model
 * is loaded then): after a stroke, a background, a crop and an export; what it held at most on the way; and what of it is
 * left when the photo is put away. Before it is read, the first and the last time, the browser is told that memory is
 * short: what is then still there is held for good. It shows this one page alone.
 * @throws where the system does not tell a process's memory, as only Linux does.
 */
export async function measureMemory({ browser, url, cycles, say }: Stand): Promise<Findings> {
  const sample = await watchResidentMemory(browser);
  if (!sample) throw new Error('only Linux tells the memory of a process');
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
        'memory: at most meanwhile',
        done.map((each) => each.maxBytes / 1e6),
        'MB',
        '',
        0,
      ),
      rowOf(
        'memory: left when it was put away',
        done.map((each) => each.leftBytes / 1e6),
        'MB',
        'each ≤ 30 MB',
        0,
      ),
    ],
    numbers: { idleBytes, cycles: done },
  };
}

/** A stroke, a background, a crop, an export; at the end the whole result is seen again. */
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
 * Collects all garbage, of the page and of the workers that answer it, and simulates memory pressure, so that the browser
 * frees caches such as decoded pictures that are no longer on the page.
 */
async function settle({ page, devtools }: Table): Promise<void> {
  await page.waitForTimeout(settleMs / 2);
  // The segmenter's helpers sleep until there is work, and cannot be asked.
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
