let waiting: readonly File[] = [];
const listeners = new Set<() => void>();

/** Passes files on to the batch tool, which adds them as soon as its page is open. */
export function putForBatch(files: readonly File[]): void {
  waiting = [...waiting, ...files];
  for (const listener of listeners) listener();
}

/** Files that were passed on, until the batch tool takes them. */
export const filesForBatch = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  take(): readonly File[] {
    const taken = waiting;
    waiting = [];
    return taken;
  },
};
