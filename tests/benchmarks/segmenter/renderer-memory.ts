import { readFileSync } from 'node:fs';

import type { CDPSession } from 'playwright';

/** Seconds of processor time by process id. */
type CpuTimes = ReadonlyMap<number, number>;

/**
 * Finds the process that serves a page: of all renderers the one that worked hardest while only that page worked. The
 * browser does not tell which process is whose, and keeps spare ones.
 * @returns the work's result and the process id.
 */
export async function watchRenderer<T>(
  browser: CDPSession,
  work: () => Promise<T>,
): Promise<{ result: T; processId: number | undefined }> {
  const before = await rendererCpuTimes(browser);
  const result = await work();
  const after = await rendererCpuTimes(browser);
  const spent = [...after].map(([id, seconds]) => ({ id, seconds: seconds - (before.get(id) ?? 0) }));
  for (const { id, seconds } of spent) console.error('R', id, seconds, peakResidentBytes(id));
  const [hardest] = spent.toSorted((one, other) => other.seconds - one.seconds);
  return { result, processId: hardest?.id };
}

/**
 * @returns the most memory that the process ever held at once (`VmHWM`), in bytes; undefined where the system does not
 *   tell by `/proc`, as only Linux does.
 */
export function peakResidentBytes(processId: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

async function rendererCpuTimes(browser: CDPSession): Promise<CpuTimes> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
}
