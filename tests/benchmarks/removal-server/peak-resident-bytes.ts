import { readFileSync } from 'node:fs';

const sampleMs = 200;

/** Samples the resident memory of a process and its children. Only Linux is supported; elsewhere the peak is 0. */
export function peakResidentBytes(processId: number): { readonly stop: () => number } {
  let peak = 0;
  const sample = () => (peak = Math.max(peak, treeBytes(processId)));
  const timer = setInterval(sample, sampleMs);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(peak, sample());
    },
  };
}

function treeBytes(processId: number): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    const [, kibibytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + treeBytes(Number(child)), Number(kibibytes) * 1024);
  } catch {
    // The process has ended, or this system has no /proc.
    return 0;
  }
}
