/** What a session needs of the page that it runs in. Tests replace it, for example by a device that sleeps. */
export interface Page {
  /** Runs the task once, after the delay or later. @returns cancels it. */
  readonly schedule: (task: () => void, delayMs: number) => () => void;
  /** Hears `visibilitychange`, `pageshow`, `online` and `storage`; undefined outside of a browser. */
  readonly events: EventTarget | undefined;
}

/** Timers are looked up when they are set, so that a test's fake ones are met. */
export const browserPage: Page = {
  schedule(task, delayMs) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
  // visibilitychange is sent to the document and bubbles up to the window.
  events: typeof window === 'undefined' ? undefined : window,
};

/** @returns what ends the listening. */
export function listen(target: EventTarget | undefined, types: readonly string[], listener: () => void): () => void {
  const end = new AbortController();
  for (const type of types) target?.addEventListener(type, listener, { signal: end.signal });
  return () => end.abort();
}

/** `localStorage`, or undefined where there is none or the browser forbids it. */
export function browserStorage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage;
  } catch {
    return undefined;
  }
}
