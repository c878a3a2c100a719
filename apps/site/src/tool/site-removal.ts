import { createRemoval } from './removal.ts';
import { siteSegmenter } from './site-segmenter.ts';

/** Loads what saves the photo on the table, and follows it from then on. */
const loadPersistence = () => import('./keep/site-keep.ts');

/** The photo on the table. It stays there while a person goes from page to page or changes the language. */
export const siteRemoval = createRemoval(siteSegmenter, {
  isWorkSafe: async () => (await loadPersistence()).siteKeeper.isWorkSafe(),
});

// A photo is saved before its result is there. Where this does not load, nothing is saved, and the page says so by asking
// before another photo takes the place of a result.
const stop = siteRemoval.subscribe(() => {
  if (siteRemoval.getSnapshot().state === 'empty') return;
  void loadPersistence().then(stop, () => undefined);
});
