import type { Batch, BatchItem } from '../batch.ts';

export type DoneItem = Extract<BatchItem, { outcome: 'done' }>;

/** How far the results of a download are. */
export interface Downloadable {
  /** Items whose result shows the present preset, or their own settings, in the batch's order. */
  readonly ready: readonly DoneItem[];
  /** How many results are still to be rendered. What failed, or was removed, is not waited for. */
  readonly pendingCount: number;
}

/** @returns how far those of the items are that are to be downloaded. */
export function downloadableOf(items: readonly BatchItem[], ids: ReadonlySet<string>): Downloadable {
  const wanted = items.filter(({ id }) => ids.has(id));
  return {
    ready: wanted.filter(isDone).filter(({ isOutdated }) => !isOutdated),
    pendingCount: wanted.filter((item) => item.state !== 'processed' || (isDone(item) && item.isOutdated)).length,
  };
}

/**
 * Waits until none of the results is pending.
 * @param takesReady ends the wait with what is ready then.
 * @returns those that are ready.
 * @throws the signal's reason when it is aborted.
 */
export async function whenDownloadable(
  batch: Pick<Batch, 'getState' | 'subscribe'>,
  ids: ReadonlySet<string>,
  { signal, takesReady }: { readonly signal: AbortSignal; readonly takesReady: AbortSignal },
): Promise<readonly DoneItem[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly DoneItem[]>();
  const check = () => {
    const { ready, pendingCount } = downloadableOf(batch.getState().items, ids);
    if (pendingCount === 0 || takesReady.aborted) resolve(ready);
  };
  const stop = batch.subscribe(check);
  takesReady.addEventListener('abort', check, { signal });
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
