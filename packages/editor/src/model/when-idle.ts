/**
 * Runs work when the browser is idle, and after `limitMs` at the latest.
 * @returns a function that cancels it.
 */
export function whenIdle(work: () => void, limitMs: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(work, { timeout: limitMs });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(work, limitMs);
  return () => clearTimeout(handle);
}
