import type { Batch } from '@isola/batch';
import type { Segmenter } from '@isola/segmenter';
import { useSyncExternalStore } from 'react';

import { openedAuth } from '#backend/opened-auth.ts';

import { countImage, siteSegmenter } from './site-segmenter.ts';

/** Largest batch of visitors and of members without a paid plan. The plan `free` in the database has the same limit. */
const visitorMaxItems = 50;

let batch: Promise<Batch> | undefined;

/**
 * Loads the site's one batch, which keeps working across navigations. After a failure, the next call loads it again.
 */
export function loadBatch(): Promise<Batch> {
  return (batch ??= import('@isola/batch').then(
    ({ createBatch }) => createBatch({ loadSegmenter: countingSegmenter, maxItems: maxBatchItems }),
    (error: unknown) => {
      batch = undefined;
      throw error;
    },
  ));
}

async function countingSegmenter(): Promise<Pick<Segmenter, 'segment'>> {
  const segmenter = await siteSegmenter();
  return {
    async segment(source, options) {
      const segmentation = await segmenter.segment(source, options);
      if (source instanceof Blob) countImage(source);
      return segmentation;
    },
  };
}

/** Returns the largest number of images in a batch: the limit of the member's plan, once the account has loaded it. */
export function useMaxBatchItems(): number {
  return useSyncExternalStore(onAccount, maxBatchItems, () => visitorMaxItems);
}

function maxBatchItems(): number {
  const state = openedAuth.getState().client?.getSnapshot();
  if (state?.status !== 'signed-in' || state.subscription === 'loading') return visitorMaxItems;
  return state.subscription?.plans.photos_per_batch ?? visitorMaxItems;
}

function onAccount(listener: () => void): () => void {
  // When a session is stored, the header opens the client.
  let stop = openedAuth.getState().client?.subscribe(listener);
  const stopOpening = openedAuth.subscribe(({ client }) => {
    stop ??= client?.subscribe(listener);
    listener();
  });
  return () => {
    stopOpening();
    stop?.();
  };
}
