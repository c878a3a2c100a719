import { type SubjectTone, subjectTone } from '@isola/ui/checkerboard';
import { useEffect, useState } from 'react';

import type { BatchItem } from '../../batch.ts';
import { useBatch, useFlick } from '../batch-context.tsx';

/** A thumbnail that the browser has decoded. */
export interface ShownThumbnail {
  readonly bitmap: ImageBitmap;
  /** False for the thumbnail of an original. */
  readonly isResult: boolean;
  /** Tone of a result's subject, which decides the checkerboard behind it. */
  readonly tone: SubjectTone | undefined;
}

export interface ItemThumbnail {
  /** Undefined until the first thumbnail is decoded, and when none can be read. */
  readonly shown: ShownThumbnail | undefined;
  /** The original's thumbnail, while the first result dissolves in over it. */
  readonly leaving: ShownThumbnail | undefined;
  /** True when `shown` is the newest thumbnail of the item. */
  readonly isCurrent: boolean;
}

/** Time for which a replaced thumbnail stays. It is longer than the transition `duration-slow`. */
const dissolveMs = 400;

/**
 * Loads the thumbnail of an item. The previous one stays until the next is decoded, so that nothing flickers. Nothing is
 * loaded while the list flies past.
 * @param sidePx width at which the thumbnail is shown, in CSS px.
 */
export function useThumbnail(item: BatchItem, sidePx: number): ItemThumbnail {
  const batch = useBatch();
  const flick = useFlick();
  const { id } = item;
  const version = versionOf(item);
  const isResult = item.state === 'processed' && item.outcome === 'done';
  /** All bitmaps of this tile. They are freed when it leaves the page. */
  const [bitmaps] = useState(() => new Set<ImageBitmap>());
  useEffect(() => () => bitmaps.forEach((bitmap) => bitmap.close()), [bitmaps]);
  const [{ shown, leaving, shownVersion }, setState] = useState<{
    readonly shown?: ShownThumbnail | undefined;
    readonly leaving?: ShownThumbnail | undefined;
    readonly shownVersion?: string;
  }>({});
  useEffect(() => {
    const leavingPage = new AbortController();
    const { signal } = leavingPage;
    const load = async () => {
      await flick.settled(signal);
      // An item without a thumbnail shows an icon. Its state says what could not be read.
      const blob = signal.aborted ? undefined : await batch.thumbnail(id, signal).catch(() => undefined);
      const bitmap = blob && !signal.aborted ? await decoded(blob, sidePx) : undefined;
      const tone = bitmap && isResult ? await subjectTone(bitmap) : undefined;
      if (signal.aborted) return bitmap?.close();
      if (bitmap) bitmaps.add(bitmap);
      return setState(({ shown: before }) => ({
        shown: bitmap && { bitmap, isResult, tone },
        shownVersion: version,
        leaving: bitmap && isResult && before && !before.isResult ? before : undefined,
      }));
    };
    void load();
    return () => leavingPage.abort();
  }, [batch, flick, bitmaps, id, version, isResult, sidePx]);
  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => setState((state) => ({ ...state, leaving: undefined })), dissolveMs);
    return () => clearTimeout(timer);
  }, [leaving]);
  return { shown, leaving, isCurrent: shownVersion === version };
}

/**
 * Decodes a thumbnail at the size at which it is shown, outside the page's thread. An `<img>` would be decoded twice:
 * before it is shown, and again while it is painted.
 * @returns undefined when the browser cannot decode it.
 */
async function decoded(blob: Blob, sidePx: number): Promise<ImageBitmap | undefined> {
  const options = { resizeWidth: Math.ceil(sidePx * devicePixelRatio), resizeQuality: 'medium' } as const;
  return createImageBitmap(blob, options).catch(() => undefined);
}

/** Returns a text that changes whenever the item gets another thumbnail. */
function versionOf(item: BatchItem): string {
  if (item.state !== 'processed') return 'original';
  if (item.outcome === 'failed') return 'failed';
  const { result, isOutdated } = item;
  return `${isOutdated} ${result.fileName} ${result.sizeBytes} ${result.widthPx} ${result.heightPx} ${item.hasOverride}`;
}
