import type { ReadonlyStore } from '../model/readonly-store.ts';
import type { HistoryState } from './create-history.ts';

/**
 * Waits until no preview is shown. A result that arrives late waits for it, because a step that is added during a drag
 * or while words are being typed would take over, or end, what is previewed.
 * @param signal Ends the wait.
 */
export function untilSettled(
  history: ReadonlyStore<Pick<HistoryState<unknown, unknown>, 'isPreview'>>,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (history.getState().isPreview && !signal?.aborted) return;
      stop();
      signal?.removeEventListener('abort', look);
      resolve();
    };
    const stop = history.subscribe(look);
    signal?.addEventListener('abort', look);
    look();
  });
}
