import { useEffect, useState } from 'react';

import type { BatchItem } from '../../batch.ts';
import { useBatch, useLive, useLiveState } from '../batch-context.tsx';

/**
 * Renders the preset on an item whose result does not show it yet: while a slider of the preset moves, and until the
 * item is rendered again. One rendering at a time, so that all tiles in view follow the slider in turn.
 * @param isCurrent true when the item's newest thumbnail is shown. Until then the last preview stays.
 * @returns undefined when the thumbnail shows the preset.
 */
export function usePreview(item: BatchItem, isCurrent: boolean): ImageBitmap | undefined {
  const batch = useBatch();
  const live = useLive();
  const { id } = item;
  const [bitmap, setBitmap] = useState<ImageBitmap>();
  const isDone = item.state === 'processed' && item.outcome === 'done';
  const isOutdated = isDone && item.isOutdated;
  const isLive = useLiveState(({ preset }) => preset !== undefined);
  const isWanted = isDone && !item.hasOverride && (isOutdated || isLive);
  useEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const presetNow = () => live.getState().preset ?? batch.getState().preset;
    let rendered: ReturnType<typeof presetNow> | undefined;
    let isRendering = false;
    const render = async () => {
      if (isRendering) return;
      isRendering = true;
      while (!signal.aborted && rendered !== presetNow()) {
        // An item that cannot be rendered is not tried again with the same preset.
        rendered = presetNow();
        const next = await batch.preview(id, () => (rendered = presetNow()), signal);
        if (signal.aborted) next?.close();
        else if (next) setBitmap(next);
      }
      isRendering = false;
    };
    void render();
    const stops = [live.subscribe(() => void render()), batch.subscribe(() => void render())];
    return () => {
      leaving.abort();
      for (const stop of stops) stop();
    };
  }, [batch, live, id, isWanted]);
  const isShown = isWanted || !isCurrent;
  if (!isShown && bitmap) setBitmap(undefined);
  useEffect(() => () => bitmap?.close(), [bitmap]);
  return isShown ? bitmap : undefined;
}
