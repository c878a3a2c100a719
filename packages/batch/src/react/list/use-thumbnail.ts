import { useEffect, useState } from 'react';

import type { BatchItem } from '../../batch.ts';
import { useBatch } from '../batch-context.tsx';

/** A thumbnail that the browser has decoded. */
export interface ShownThumbnail {
  /** Object URL, valid while the thumbnail is shown. */
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** False for the thumbnail of an original. */
  readonly isResult: boolean;
}

export interface ItemThumbnail {
  /** Undefined until the first thumbnail is decoded, and when none can be read. */
  readonly shown: ShownThumbnail | undefined;
  /** The original's thumbnail, while the first result dissolves in over it. */
  readonly leaving: ShownThumbnail | undefined;
  /** True when `shown` is the newest thumbnail of the item. */
  readonly isCurrent: boolean;
}

/** Time after which a replaced thumbnail is freed. It is longer than the transition `duration-slow`. */
const dissolveMs = 400;

/** Loads the thumbnail of an item. The previous one stays until the next is decoded, so that nothing flickers. */
export function useThumbnail(item: BatchItem): ItemThumbnail {
  const batch = useBatch();
  const { id } = item;
  const version = versionOf(item);
  const isResult = item.state === 'processed' && item.outcome === 'done';
  const [{ shown, leaving, shownVersion }, setState] = useState<{
    readonly shown?: ShownThumbnail | undefined;
    readonly leaving?: ShownThumbnail | undefined;
    readonly shownVersion?: string;
  }>({});
  useEffect(() => {
    const leavingPage = new AbortController();
    const load = async () => {
      // An item without a thumbnail shows an icon. Its state says what could not be read.
      const blob = await batch.thumbnail(id, leavingPage.signal).catch(() => undefined);
      const next = blob && !leavingPage.signal.aborted ? await decoded(blob, isResult) : undefined;
      if (leavingPage.signal.aborted) {
        if (next) URL.revokeObjectURL(next.url);
        return;
      }
      setState(({ shown: before }) => ({
        shown: next,
        shownVersion: version,
        leaving: next?.isResult && before && !before.isResult ? before : undefined,
      }));
    };
    void load();
    return () => leavingPage.abort();
  }, [batch, id, version, isResult]);
  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => setState((state) => ({ ...state, leaving: undefined })), dissolveMs);
    return () => clearTimeout(timer);
  }, [leaving]);
  const url = shown?.url;
  // The URL of a replaced thumbnail stays valid while the next one dissolves in over it.
  useEffect(() => () => void (url && setTimeout(() => URL.revokeObjectURL(url), 2 * dissolveMs)), [url]);
  return { shown, leaving, isCurrent: shownVersion === version };
}

/** Decodes a thumbnail before it is shown. @returns undefined when the browser cannot decode it. */
async function decoded(blob: Blob, isResult: boolean): Promise<ShownThumbnail | undefined> {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  try {
    await image.decode();
    return { url: image.src, widthPx: image.naturalWidth, heightPx: image.naturalHeight, isResult };
  } catch {
    URL.revokeObjectURL(image.src);
    return undefined;
  }
}

/** Returns a text that changes whenever the item gets another thumbnail. */
function versionOf(item: BatchItem): string {
  if (item.state !== 'processed') return 'original';
  if (item.outcome === 'failed') return 'failed';
  const { result, isOutdated } = item;
  return `${isOutdated} ${result.fileName} ${result.sizeBytes} ${result.widthPx} ${result.heightPx} ${item.hasOverride}`;
}
