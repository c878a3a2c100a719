import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { watchResidentMemory } from '../../soak/resident-memory.ts';
import type { BatchRun } from '../arena/bench-page/batch.ts';
import { openBatch } from './open-batch.ts';
import type { Findings, Stand } from './stand.ts';

/** Photo of 4000 × 3000 px. */
const photoPath = resolve(import.meta.dirname, '../../../pictures/large.jpg');
const sampleMs = 200;

interface Peak {
  /** Resident memory of all renderer processes. */
  readonly bytes: number;
  readonly run: BatchRun;
}

/**
 * Measures the peak memory of many images of 12 megapixels, divided by that of a few. Each batch runs in a separate
 * browser.
 * @throws on systems other than Linux, which do not report a process's memory.
 */
export async function measureMemory({ server, many, few, say }: Stand): Promise<Findings> {
  server.shelf.lay('large', new Uint8Array(readFileSync(photoPath)), 'image/jpeg');
  const peakOf = async (count: number): Promise<Peak> => {
    const batch = await openBatch(server);
    try {
      const browser = batch.context.browser();
      const sample = browser ? await watchResidentMemory(browser) : undefined;
      if (!sample) throw new Error('only Linux reports the memory of a process');
      let bytes = 0;
      const note = async () => {
        bytes = Math.max(bytes, (await sample()).renderers);
      };
      // A failed sample is skipped: the browser is closing, and the code that uses it reports that.
      const timer = setInterval(() => void note().catch(() => undefined), sampleMs);
      try {
        const run = await batch.page.evaluate((count) => window.batchBench.repeat('large', count), count);
        if (run.failures.length > 0) throw new Error(`${run.failures.length} failed: ${run.failures[0]}`);
        say(`memory, ${count} images: ${(bytes / 1e6).toFixed(0)} MB`);
        return { bytes, run };
      } finally {
        clearInterval(timer);
      }
    } finally {
      await batch.close();
    }
  };
  const [less, more] = [await peakOf(few), await peakOf(many)];
  const mega = ({ bytes }: Peak) => `${(bytes / 1e6).toFixed(0)} MB`;
  const task = Math.max(less.run.longestTaskMs, more.run.longestTaskMs);
  return {
    ratio: more.bytes / less.bytes,
    text: `peakMemory200: ${mega(less)} with ${few}, ${mega(more)} with ${many}; longest task ${task.toFixed(0)} ms`,
    numbers: {
      peakBytes: { [few]: less.bytes, [many]: more.bytes },
      durationMs: { [few]: less.run.durationMs, [many]: more.run.durationMs },
      longestTaskMs: task,
    },
  };
}
