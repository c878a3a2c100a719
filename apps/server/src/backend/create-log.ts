/** How long a line that was just written is only counted. */
const quietMs = 10_000;
const maxLines = 200;

export type Log = (line: string) => void;

/**
 * Lines for the operator. The same line again within ten seconds is counted, so that a flood of refused requests leaves
 * a few lines and no more. Nothing that a visitor sent belongs into a line.
 */
export function createLog(write: (text: string) => void): Log {
  const seen = new Map<string, { writtenMs: number; held: number }>();
  return (line) => {
    const nowMs = Date.now();
    const before = seen.get(line);
    if (before && nowMs - before.writtenMs < quietMs) {
      before.held += 1;
      return;
    }
    seen.delete(line);
    seen.set(line, { writtenMs: nowMs, held: 0 });
    const [oldest] = seen.keys();
    if (seen.size > maxLines && oldest !== undefined) seen.delete(oldest);
    write(`${new Date(nowMs).toISOString()} ${line}${before?.held ? ` (and ${before.held} more like it)` : ''}\n`);
  };
}
