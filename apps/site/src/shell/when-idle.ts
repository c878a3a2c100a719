/** The owner's time-out for an idle moment. */
const idleLimitMs = 2_000;

/** Does something when the browser has nothing else to do, after two seconds at the latest. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: idleLimitMs });
  else setTimeout(work, idleLimitMs);
}
