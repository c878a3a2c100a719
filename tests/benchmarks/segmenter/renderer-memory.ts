import { readFileSync } from 'node:fs';

import type { CDPSession } from 'playwright';

/**
 * Watches the renderer processes. The browser does not report which of them serves which page, and keeps spare ones.
 */
export interface RendererWatch {
  /**
   * Finds the process that serves a page: the one with the most processor time while only that page works.
   * @returns the work's result and the process id.
   */
  findHardestWorking<T>(work: () => Promise<T>): Promise<{ result: T; processId: number | undefined }>;
  /**
   * @returns the process's highest resident memory, in bytes, from its start until now; undefined on systems without
   *   `/proc`, that is, all except Linux.
   */
  peakResidentBytes(processId: number): Promise<number | undefined>;
  stop(): void;
}

/**
 * Sampling interval. The system records each process's peak (`VmHWM`), but Chromium resets it now and then for its own
 * statistics. It is read at this interval, and the highest value counts.
 */
const sampleMs = 200;

export function watchRenderers(browser: CDPSession): RendererWatch {
  const peaks = new Map<number, number>();

  /** Returns the processor time by process id, in seconds. */
  async function sample(): Promise<ReadonlyMap<number, number>> {
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    for (const { id } of renderers) {
      const bytes = highWaterBytes(id);
      if (bytes !== undefined) peaks.set(id, Math.max(bytes, peaks.get(id) ?? 0));
    }
    return new Map(renderers.map(({ id, cpuTime }) => [id, cpuTime]));
  }

  // A failed sample is skipped: the browser is closing or gone, and the code that uses it reports that.
  const timer = setInterval(() => void sample().catch(() => undefined), sampleMs);

  return {
    async findHardestWorking(work) {
      const before = await sample();
      const result = await work();
      const after = await sample();
      const spent = [...after].map(([id, seconds]) => ({ id, seconds: seconds - (before.get(id) ?? 0) }));
      const [hardest] = spent.toSorted((one, other) => other.seconds - one.seconds);
      return { result, processId: hardest?.id };
    },
    async peakResidentBytes(processId) {
      await sample();
      return peaks.get(processId);
    },
    stop: () => clearInterval(timer),
  };
}

function highWaterBytes(processId: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    // The process ended after the browser listed it.
    return undefined;
  }
}
