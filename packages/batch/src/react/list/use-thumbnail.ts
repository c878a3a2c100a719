import { useEffect, useState } from 'react';

import type { BatchItem } from '../../batch.ts';
import { useBatch } from '../batch-context.tsx';

/**
 * @returns an object URL of the item's thumbnail, valid while the caller is mounted. The previous one stays until the
 *   next is loaded.
 */
export function useThumbnail(item: BatchItem): string | undefined {
  const batch = useBatch();
  const { id } = item;
  const version = versionOf(item);
  const [shown, setShown] = useState<{ readonly version: string; readonly url: string | undefined }>();
  useEffect(() => {
    let isGone = false;
    batch.thumbnail(id).then(
      (blob) => {
        if (!isGone) setShown({ version, url: blob && URL.createObjectURL(blob) });
      },
      // The item is shown without a thumbnail. Its state says what could not be read.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [batch, id, version]);
  const url = shown?.url;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}

/** Returns a text that changes whenever the item gets another thumbnail. */
function versionOf(item: BatchItem): string {
  if (item.state !== 'processed') return 'original';
  if (item.outcome === 'failed') return 'failed';
  const { result, isOutdated } = item;
  return `${isOutdated} ${result.fileName} ${result.sizeBytes} ${result.widthPx} ${result.heightPx} ${item.hasOverride}`;
}
