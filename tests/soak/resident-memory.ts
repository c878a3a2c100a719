import { readFileSync } from 'node:fs';

import type { Browser } from 'playwright';

/** What the processes of a browser hold, in bytes. */
export interface ResidentMemory {
  /** Of those that serve pages. */
  readonly renderers: number;
  /** Of all others that ran at first: blobs and caches lie there. */
  readonly others: number;
}

/**
 * Chromium starts services of its own while it runs, such as the one for language models after some minutes. They say
 * nothing about the page, so only processes that ran at first are counted, and renderers.
 * @returns a sampler; undefined where the system does not tell by `/proc`, as only Linux does.
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
    // It ended since the browser listed it.
    return 0;
  }
}
