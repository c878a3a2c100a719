import { createSegmentationSession } from '@isola/editor';
import type { Persistence } from '@isola/editor/persistence';

import { countImage, siteSegmenter } from './site-segmenter.ts';

/** Session with the site's one open image. The image stays open across navigations and changes of language. */
export const siteSession = createSegmentationSession(siteSegmenter, {
  isWorkSafe: async () => (await loadPersistence()).autosave.isWorkSafe(),
});

// Only images with a new result are counted; a reopened image already has its result.
let before = siteSession.getState();
siteSession.subscribe(() => {
  const state = siteSession.getState();
  const hasNewResult =
    before.state === 'working' && state.state === 'done' && state.segmentation !== before.previous?.segmentation;
  before = state;
  if (hasNewResult && state.state === 'done') countImage(state.image.file);
});

let persistence: Promise<Persistence> | undefined;

/** Loads the persistence, which then saves the open image. After a failure, the next call loads it again. */
export function loadPersistence(): Promise<Persistence> {
  return (persistence ??= import('@isola/editor/persistence').then(
    ({ createPersistence }) => createPersistence(siteSession),
    (error: unknown) => {
      persistence = undefined;
      throw error;
    },
  ));
}

/** Loads the network log. */
export const loadNetworkLog = () => import('./network-log/network-log-button.tsx');

// The network log is loaded with the first image.
const stopWatching = siteSession.subscribe(() => {
  if (siteSession.getState().state === 'empty') return;
  stopWatching();
  void loadNetworkLog().catch(() => undefined);
});

// An image is saved as soon as it is opened, before its result exists. If the persistence fails to load, nothing is
// saved, and the session asks before another image replaces a result.
const stop = siteSession.subscribe(() => {
  if (siteSession.getState().state === 'empty') return;
  void loadPersistence().then(stop, () => undefined);
});
