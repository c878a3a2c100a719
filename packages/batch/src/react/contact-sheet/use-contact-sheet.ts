import { download } from '@isola/files';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Batch } from '../../batch.ts';
import type { SheetImage } from '../../contact-sheet/contact-sheet.ts';
import { renderContactSheet } from '../../contact-sheet/render-contact-sheet.ts';
import type { DoneItem } from '../../download/downloadable.ts';
import { useBatch } from '../batch-context.tsx';
import type { SheetSettings } from './remembered-sheet.ts';

export type SheetState =
  | { readonly state: 'idle' | 'failed' }
  | { readonly state: 'drawing'; readonly loaded: number; readonly total: number }
  | { readonly state: 'saved'; readonly name: string };

export interface ContactSheetMaker {
  readonly state: SheetState;
  readonly make: (settings: SheetSettings, items: readonly DoneItem[]) => Promise<void>;
  readonly cancel: () => void;
}

const endings = { pdf: 'pdf', jpeg: 'jpg', png: 'png' } as const;
/** Types of results that browsers can draw. */
const drawnTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif']);

/** Checks whether a result itself can be drawn on a sheet, which otherwise shows its thumbnail. */
export function isDrawable({ result }: DoneItem): boolean {
  return drawnTypes.has(result.type);
}

/** Draws and saves a contact sheet. Leaving the component cancels it. */
export function useContactSheet(): ContactSheetMaker {
  const { t, i18n } = useTranslation('batch');
  const batch = useBatch();
  const [state, setState] = useState<SheetState>({ state: 'idle' });
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);
  return {
    state,
    async make(settings, items) {
      const { signal } = (work.current = new AbortController());
      const release = batch.holdResults();
      setState({ state: 'drawing', loaded: 0, total: items.length });
      try {
        const file = await renderContactSheet(
          settings,
          items.map((item) => imageOf(batch, item)),
          {
            title: t('sheet.title'),
            language: i18n.language,
            fontFamily: getComputedStyle(document.body).fontFamily,
            signal,
            onProgress: ({ loaded, total }) => setState({ state: 'drawing', loaded, total }),
          },
        );
        const name = `${t('sheet.fileName')}.${endings[settings.kind]}`;
        download(file, name);
        setState({ state: 'saved', name });
      } catch (error) {
        if (signal.aborted) return;
        reportError(error);
        setState({ state: 'failed' });
      } finally {
        release();
      }
    },
    cancel() {
      work.current?.abort();
      setState({ state: 'idle' });
    },
  };
}

function imageOf(batch: Batch, item: DoneItem): SheetImage {
  return {
    name: item.result.fileName,
    async read() {
      if (isDrawable(item)) return batch.result(item.id);
      const thumbnail = await batch.thumbnail(item.id);
      if (!thumbnail) throw new DOMException(`${item.id} has no thumbnail`, 'NotFoundError');
      return thumbnail;
    },
  };
}
