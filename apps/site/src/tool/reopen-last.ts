import type { ReopenOutcome } from '@isola/editor/persistence';

import { loadPersistence, siteSession } from './site-session.ts';

export type Reopened = Extract<ReopenOutcome, { outcome: 'reopened' | 'original' }>;

/** An image that has ended the page so often may do so again: its work begins only when it is asked for. */
const maxResumes = 2;

/** Opens what this tab had open before it was loaded anew, unless there is an image already. */
export async function reopenLast(): Promise<void> {
  if (siteSession.getState().state !== 'empty') return;
  const { autosave } = await loadPersistence();
  const reopened = await autosave.reopenLast();
  if (reopened.outcome !== 'reopened' && reopened.outcome !== 'original') return;
  if (siteSession.getState().state === 'empty') return openReopened(reopened);
  if (reopened.outcome === 'reopened') reopened.segmentation.cutout.close();
  reopened.image.bitmap?.close();
  URL.revokeObjectURL(reopened.image.url);
}

/** Goes on with an image and all that was made of it; one without a result is worked on again. */
export function openReopened(reopened: Reopened): void {
  if (reopened.outcome === 'original') return siteSession.resume(reopened.image, reopened.resumes <= maxResumes);
  const { image, segmentation: result, document } = reopened;
  siteSession.open(image, result, document);
}
