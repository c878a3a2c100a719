import { readFileSync } from 'node:fs';

import type { Browser } from 'playwright';

/** Resident memory of a browser's processes, in bytes. */
export interface ResidentMemory {
  /** Memory of the renderer processes. */
  readonly renderers: number;
  /** Memory of all other processes that ran at first, which contain blobs and caches. */
  readonly others: number;
}

/**
 * Samples resident memory. Chromium starts services while it runs, such as the one for language models after some
 * minutes. They do not depend on the page, so only renderers and processes that ran at first are counted.
 * @returns a sampler, or undefined on systems without `/proc`, that is, all except Linux.
 */
export async function watchResidentMemory(browser: Browser): Promise<(() => Promise<ResidentMemory>) | undefined> {
  if (process.platform !== 'linux') return undefined;
  const session = await browser.newBrowserCDPSession();
  const processes = async () => (await session.send('SystemInfo.getProcessInfo')).processInfo;
  const atFirst = new Set((await processes()).map(({ id }) => id));
  return async () => {
    let [renderers, others] = [0, 0];
    for (const { id, type } of await processes()) {
      const bytes = residentBytes(id);
      if (type === 'renderer') renderers += bytes;
      else if (atFirst.has(id)) others += bytes;
    }
    return { renderers, others };
  };
}

function residentBytes(processId: number): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    // The process ended after the browser listed it.
    return 0;
  }
}
