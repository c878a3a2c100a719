import type { Batch, BatchItem } from '../batch.ts';

export type DoneItem = Extract<BatchItem, { outcome: 'done' }>;

/** Progress of the results that a download waits for. */
export interface Downloadable {
  /** Items whose result shows the current preset or their override, in the order of the batch. */
  readonly ready: readonly DoneItem[];
  /** Number of results that are still to be rendered. Failed and removed items do not count. */
  readonly pendingCount: number;
}

/** Checks which results of a download are ready. @param ids items to download. */
export function downloadableOf(items: readonly BatchItem[], ids: ReadonlySet<string>): Downloadable {
  const wanted = items.filter(({ id }) => ids.has(id));
  return {
    ready: wanted.filter(isDone).filter(({ isOutdated }) => !isOutdated),
    pendingCount: wanted.filter((item) => item.state !== 'processed' || (isDone(item) && item.isOutdated)).length,
  };
}

/**
 * Waits until no result of a download is pending. When `takesReady` is aborted, the wait ends early with the results
 * that are ready at that moment.
 * @param ids items to download.
 * @returns the items with a ready result.
 * @throws the reason of `signal` when it is aborted.
 */
export async function whenDownloadable(
  batch: Pick<Batch, 'getState' | 'subscribe'>,
  ids: ReadonlySet<string>,
  { signal, takesReady }: { readonly signal: AbortSignal; readonly takesReady?: AbortSignal },
): Promise<readonly DoneItem[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly DoneItem[]>();
  const check = () => {
    const { ready, pendingCount } = downloadableOf(batch.getState().items, ids);
    if (pendingCount === 0 || takesReady?.aborted) resolve(ready);
  };
  const stop = batch.subscribe(check);
  takesReady?.addEventListener('abort', check, { signal });
  signal.addEventListener('abort', () => reject(signal.reason as Error));
  try {
    signal.throwIfAborted();
    check();
    return await promise;
  } finally {
    stop();
  }
}

export function isDone(item: BatchItem): item is DoneItem {
  return item.state === 'processed' && item.outcome === 'done';
}
