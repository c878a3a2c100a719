import { readFileSync } from 'node:fs';

import type { CDPSession } from 'playwright';

/** The processes that serve pages. The browser does not tell which of them serves which, and keeps spare ones. */
export interface RendererWatch {
  /**
   * Finds the process that serves a page: the one that worked hardest while only that page worked.
   * @returns the work's result and the process id.
   */
  findHardestWorking<T>(work: () => Promise<T>): Promise<{ result: T; processId: number | undefined }>;
  /**
   * @returns the most memory that the process held at once, in bytes, from its beginning until now; undefined where the
   *   system does not tell by `/proc`, as only Linux does.
   */
  peakResidentBytes(processId: number): Promise<number | undefined>;
  stop(): void;
}

/**
 * The system keeps each process's peak (`VmHWM`), but Chromium sets it back now and then for statistics of its own: it
 * is read this often, and the most counts.
 */
const sampleMs = 200;

export function watchRenderers(browser: CDPSession): RendererWatch {
  const peaks = new Map<number, number>();

  /** @returns processor time by process id, in seconds. */
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
    // It ended since the browser listed it.
    return undefined;
  }
}
