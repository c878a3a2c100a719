/**
 * Does something when the browser has nothing else to do, and after `limitMs` at the latest.
 * @returns takes it back.
 */
export function whenIdle(work: () => void, limitMs: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(work, { timeout: limitMs });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(work, limitMs);
  return () => clearTimeout(handle);
}
