/**
 * Timers and events of the page that a session lives in. Tests replace it, for example to simulate a device that
 * sleeps.
 */
export interface Page {
  /** Runs the task once, after the delay or later. @returns a function that cancels it. */
  readonly schedule: (task: () => void, delayMs: number) => () => void;
  /** Target that receives `visibilitychange`, `pageshow`, `online` and `storage`. Undefined outside a browser. */
  readonly events: EventTarget | undefined;
}

/** Page of the current browser. Its timers are looked up at each call, so that fake timers of a test take effect. */
export const browserPage: Page = {
  schedule(task, delayMs) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
  // `visibilitychange` is dispatched on the document and bubbles up to the window.
  events: typeof window === 'undefined' ? undefined : window,
};

/** Adds a listener for several events. @returns a function that removes it. */
export function listen(target: EventTarget | undefined, types: readonly string[], listener: () => void): () => void {
  const end = new AbortController();
  for (const type of types) target?.addEventListener(type, listener, { signal: end.signal });
  return () => end.abort();
}

/** Returns `localStorage`, or undefined outside a browser or when the browser denies access. */
export function browserStorage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage;
  } catch {
    return undefined;
  }
}
