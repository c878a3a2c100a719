/** Longest time to wait for an idle moment, in milliseconds. */
const idleLimitMs = 2_000;

/** Calls a function when the browser is idle, after two seconds at the latest. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: idleLimitMs });
  else setTimeout(work, idleLimitMs);
}
