import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Batch, BatchItem } from '../../batch.ts';

export type DownloadState =
  | { readonly state: 'idle' }
  | { readonly state: 'working'; readonly share: number }
  | { readonly state: 'failed' };

export interface BatchDownload {
  readonly state: DownloadState;
  /** One result as it is, several as a zip. @param ids of items with a result. */
  readonly start: (ids: readonly string[]) => void;
  /** What became of each item, as a table. */
  readonly saveCsv: () => void;
  readonly cancel: () => void;
  readonly dismissFailure: () => void;
}

type DoneItem = Extract<BatchItem, { outcome: 'done' }>;

/** Takes results out of the batch: the code for it comes when it is first asked for. */
export function useDownload(batch: Batch, onStarted: () => void): BatchDownload {
  const { t } = useTranslation('batch');
  const [state, setState] = useState<DownloadState>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = async (items: readonly DoneItem[], own: AbortController) => {
    const [single, second] = items;
    if (!single) return;
    setState({ state: 'working', share: 0 });
    try {
      const { download, saveZip } = await import('./download-parts.ts');
      if (second) {
        const entries = items.map(({ id, result }) => ({
          name: result.fileName,
          sizeBytes: result.sizeBytes,
          read: () => batch.result(id),
        }));
        const outcome = await saveZip(entries, `${t('zip.name')}.zip`, {
          signal: own.signal,
          onProgress: ({ loaded, total }) => setState({ state: 'working', share: loaded / total }),
        });
        if (outcome !== 'dismissed') onStarted();
      } else {
        download(await batch.result(single.id), single.result.fileName);
        onStarted();
      }
      setState({ state: 'idle' });
    } catch (error) {
      if (own.signal.aborted) return setState({ state: 'idle' });
      reportError(error);
      setState({ state: 'failed' });
    }
    return undefined;
  };

  return {
    state,
    start(ids) {
      if (state.state === 'working') return;
      const wanted = new Set(ids);
      const items = batch.getState().items.filter((item): item is DoneItem => isDone(item) && wanted.has(item.id));
      running.current = new AbortController();
      void save(items, running.current);
    },
    saveCsv() {
      import('./download-parts.ts').then(
        ({ download, outcomesCsv }) => download(outcomesCsv(batch.getState().items), `${t('zip.name')}.csv`),
        () => setState({ state: 'failed' }),
      );
    },
    cancel: () => running.current?.abort(),
    dismissFailure: () => setState({ state: 'idle' }),
  };
}

export function isDone(item: BatchItem): item is DoneItem {
  return item.state === 'processed' && item.outcome === 'done';
}
