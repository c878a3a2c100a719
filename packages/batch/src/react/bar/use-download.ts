import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Batch } from '../../batch.ts';
import { downloadableOf, whenDownloadable } from '../../download/downloadable.ts';

export type DownloadState =
  | { readonly state: 'idle' }
  /** The batch is paused and some results are not rendered yet. The user is asked what to download. */
  | { readonly state: 'asking'; readonly ids: ReadonlySet<string> }
  /** The download starts by itself once no result is pending. */
  | { readonly state: 'waiting'; readonly ids: ReadonlySet<string> }
  /** Receipts are issued, or files are written. */
  | { readonly state: 'working'; readonly step: 'receipts' | 'files'; readonly share: number }
  | { readonly state: 'failed' };

export interface BatchDownload {
  readonly state: DownloadState;
  /**
   * Downloads a single result as a file and several results as a zip. Results of an earlier preset are never
   * downloaded: the download waits until they are rendered again, and a paused batch leads to the state `asking`.
   * During another download, the results are saved as files, without receipts.
   * @param ids items with a result.
   */
  readonly start: (ids: readonly string[]) => void;
  /** Resumes a paused batch and waits for all results. It is one of the two answers in the state `asking`. */
  readonly resumeAndWait: () => void;
  /** Downloads the results that are ready now, in the states `waiting` and `asking`. */
  readonly takeReady: () => void;
  /** Saves a table with the outcome of each item. */
  readonly saveCsv: () => void;
  readonly cancel: () => void;
  readonly dismissFailure: () => void;
  /** True when each result is downloaded with its receipt, in a zip. False at first. */
  readonly hasReceipts: boolean;
  readonly setReceipts: (hasReceipts: boolean) => void;
  /** Number of results of the last download that could have no receipt. */
  readonly withoutReceiptCount: number;
  readonly dismissWithoutReceipt: () => void;
}

/** A running download. */
interface Run {
  readonly ids: ReadonlySet<string>;
  readonly stopping: AbortController;
  readonly takingReady: AbortController;
}

/** Downloads results of the batch. The code for zip and CSV is loaded on first use. */
export function useDownload(batch: Batch, onStarted: () => void): BatchDownload {
  const { t } = useTranslation('batch');
  const [state, setState] = useState<DownloadState>({ state: 'idle' });
  const [hasReceipts, setReceipts] = useState(false);
  const [withoutReceiptCount, setWithoutReceiptCount] = useState(0);
  const running = useRef<Run>(undefined);
  const beside = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      running.current?.stopping.abort();
      beside.current?.abort();
    },
    [],
  );

  const pendingCount = (ids: ReadonlySet<string>) => downloadableOf(batch.getState().items, ids).pendingCount;
  const save = async ({ ids, stopping: { signal }, takingReady }: Run) => {
    const hold: { release?: () => void } = {};
    const settled = async () => {
      const items = await whenDownloadable(batch, ids, { signal, takesReady: takingReady.signal });
      hold.release = batch.holdResults();
      if (items.length === 0) throw new Error('no result of the download could be rendered');
      setState({ state: 'working', step: 'files', share: 0 });
      return items;
    };
    try {
      const { download, issueReceipts, saveZip } = await import('./download-parts.ts');
      if (ids.size > 1 || hasReceipts) {
        const entries = async () => {
          const items = await settled();
          // All files are taken at once, because the user may remove an image while the zip is written.
          const files = await Promise.all(items.map(({ id }) => batch.result(id)));
          const results = files.map((file) => ({
            name: file.name,
            sizeBytes: file.size,
            read: () => Promise.resolve(file),
          }));
          if (!hasReceipts) return results;
          const { receipts, withoutCount } = await issueReceipts(batch, items, {
            signal,
            onProgress: (share) => setState({ state: 'working', step: 'receipts', share }),
          });
          setWithoutReceiptCount(withoutCount);
          return [...results, ...receipts];
        };
        const outcome = await saveZip(entries, `${t('zip.name')}.zip`, {
          signal,
          onProgress: ({ loaded, total }) => setState({ state: 'working', step: 'files', share: loaded / total }),
        });
        if (outcome !== 'dismissed') onStarted();
      } else {
        for (const { id, result } of await settled()) download(await batch.result(id), result.fileName);
        onStarted();
      }
      setState({ state: 'idle' });
    } catch (error) {
      // The caller that stopped the download has set the next state.
      if (signal.aborted) return;
      reportError(error);
      setState({ state: 'failed' });
    } finally {
      hold.release?.();
    }
  };
  /** Downloads results without a zip while another download waits or is written. */
  const saveBeside = async (ids: ReadonlySet<string>) => {
    beside.current ??= new AbortController();
    const { signal } = beside.current;
    try {
      const { download } = await import('./download-parts.ts');
      const items = await whenDownloadable(batch, ids, { signal });
      for (const { id, result } of items) download(await batch.result(id), result.fileName);
      onStarted();
    } catch (error) {
      if (signal.aborted) return;
      reportError(error);
      setState({ state: 'failed' });
    }
  };
  const begin = (ids: ReadonlySet<string>): Run => {
    running.current?.stopping.abort();
    const run = { ids, stopping: new AbortController(), takingReady: new AbortController() };
    running.current = run;
    setWithoutReceiptCount(0);
    setState(pendingCount(ids) > 0 ? { state: 'waiting', ids } : { state: 'working', step: 'files', share: 0 });
    return run;
  };

  return {
    state,
    start(ids) {
      if (ids.length === 0) return;
      const wanted = new Set(ids);
      const isPaused = batch.getState().activity.kind === 'paused';
      if (state.state !== 'working' && isPaused && pendingCount(wanted) > 0) {
        running.current?.stopping.abort();
        setState({ state: 'asking', ids: new Set('ids' in state ? [...state.ids, ...wanted] : wanted) });
      } else if (state.state === 'idle' || state.state === 'failed') void save(begin(wanted));
      else void saveBeside(wanted);
    },
    resumeAndWait() {
      batch.resume();
      if (state.state === 'asking') void save(begin(state.ids));
    },
    takeReady() {
      if (state.state === 'waiting') running.current?.takingReady.abort();
      if (state.state !== 'asking') return;
      const ready = downloadableOf(batch.getState().items, state.ids).ready.map(({ id }) => id);
      void save(begin(new Set(ready)));
    },
    saveCsv() {
      import('./download-parts.ts').then(
        ({ download, outcomesCsv }) => download(outcomesCsv(batch.getState().items), `${t('zip.name')}.csv`),
        () => setState({ state: 'failed' }),
      );
    },
    cancel() {
      running.current?.stopping.abort();
      setState({ state: 'idle' });
    },
    dismissFailure: () => setState({ state: 'idle' }),
    hasReceipts,
    setReceipts,
    withoutReceiptCount,
    dismissWithoutReceipt: () => setWithoutReceiptCount(0),
  };
}
