import { createSegmentationSession } from '@isola/editor';
import type { Persistence } from '@isola/editor/persistence';

import { countImage, siteSegmenter } from './site-segmenter.ts';

/** The image that the site has open. It stays open while a person goes from page to page or changes the language. */
export const siteSession = createSegmentationSession(siteSegmenter, {
  isWorkSafe: async () => (await loadPersistence()).autosave.isWorkSafe(),
});

// An image with a new result was processed; one that is reopened has its result already.
let before = siteSession.getState();
siteSession.subscribe(() => {
  const state = siteSession.getState();
  const hasNewResult =
    before.state === 'working' && state.state === 'done' && state.segmentation !== before.previous?.segmentation;
  before = state;
  if (hasNewResult && state.state === 'done') countImage(state.image.file);
});

let persistence: Promise<Persistence> | undefined;

/** Loads what saves the open image, which it follows from then on. Another call tries a failed load again. */
export function loadPersistence(): Promise<Persistence> {
  return (persistence ??= import('@isola/editor/persistence').then(
    ({ createPersistence }) => createPersistence(siteSession),
    (error: unknown) => {
      persistence = undefined;
      throw error;
    },
  ));
}

/** Loads what lists the requests of this page. */
export const loadNetworkLog = () => import('./network-log/network-log-button.tsx');

// The network log watches request bodies from the first image on.
const stopWatching = siteSession.subscribe(() => {
  if (siteSession.getState().state === 'empty') return;
  stopWatching();
  void loadNetworkLog().catch(() => undefined);
});

// An image is saved before its result is there. Where this does not load, nothing is saved, and the page says so by asking
// before another image takes the place of a result.
const stop = siteSession.subscribe(() => {
  if (siteSession.getState().state === 'empty') return;
  void loadPersistence().then(stop, () => undefined);
});
