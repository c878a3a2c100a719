import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process and its children, in bytes (Linux); elsewhere 0. */
export function residentBytes(processId: number): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    const [, kibibytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + residentBytes(Number(child)), Number(kibibytes) * 1024);
  } catch {
    // The process has ended, or this system has no /proc.
    return 0;
  }
}
