import type { Batch } from '@isola/batch';
import { useSyncExternalStore } from 'react';

import { openedAuth } from '#backend/opened-auth.ts';

import { siteSegmenter } from './site-segmenter.ts';

const maxItems = { visitor: 50, member: 200 };

let batch: Promise<Batch> | undefined;

/** Opens the site's one batch; its work goes on while a person goes from page to page. Another call tries a failed load again. */
export function loadBatch(): Promise<Batch> {
  return (batch ??= import('@isola/batch').then(
    ({ createBatch }) => createBatch({ loadSegmenter: siteSegmenter, maxItems: maxBatchItems }),
    (error: unknown) => {
      batch = undefined;
      throw error;
    },
  ));
}

/** @returns how many images a batch takes: more for members, as soon as the account says so. */
export function useMaxBatchItems(): number {
  return useSyncExternalStore(onAccount, maxBatchItems, () => maxItems.visitor);
}

function maxBatchItems(): number {
  const state = openedAuth.getState().client?.getSnapshot();
  const isMember = state?.status === 'signed-in' && state.subscription !== null && state.subscription !== 'loading';
  return isMember ? maxItems.member : maxItems.visitor;
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
