import type { Batch } from '@isola/batch';
import type { Segmenter } from '@isola/segmenter';
import { useSyncExternalStore } from 'react';

import { openedAuth } from '#backend/opened-auth.ts';

import { countImage, siteSegmenter } from './site-segmenter.ts';

/** Without a plan of one's own; the database says as much of the plan `free`. */
const visitorMaxItems = 50;

let batch: Promise<Batch> | undefined;

/** Opens the site's one batch; its work goes on while a person goes from page to page. Another call tries a failed load again. */
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

/** @returns how many images a batch takes: as many as the member's plan says, as soon as the account has loaded it. */
export function useMaxBatchItems(): number {
  return useSyncExternalStore(onAccount, maxBatchItems, () => visitorMaxItems);
}

function maxBatchItems(): number {
  const state = openedAuth.getState().client?.getSnapshot();
  if (state?.status !== 'signed-in' || state.subscription === 'loading') return visitorMaxItems;
  return state.subscription?.plans.photos_per_batch ?? visitorMaxItems;
}

function onAccount(listener: () => void): () => void {
  // The header opens the client of a stored session.
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
