import { readFileSync } from 'node:fs';

/**
 * Returns the resident memory of a process and its children, in bytes, or null when the process has ended. Only Linux is
 * supported; elsewhere it is null.
 */
export function residentBytes(processId: number): number | null {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    // A process that has ended keeps its place until its parent has noticed, without memory.
    if (kibibytes === undefined) return null;
    const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + (residentBytes(Number(child)) ?? 0), Number(kibibytes) * 1024);
  } catch {
    return null;
  }
}
