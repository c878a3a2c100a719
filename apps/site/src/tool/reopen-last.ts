import type { SegmentationSession } from '@isola/editor';
import type { ReopenOutcome } from '@isola/editor/persistence';

import { loadPersistence } from './site-session.ts';

export type Reopened = Extract<ReopenOutcome, { outcome: 'reopened' | 'original' }>;

/** An image that has ended the page so often may do so again: its work begins only when it is asked for. */
const maxResumes = 2;

/**
 * Opens what this tab had open before it was loaded anew, unless there is an image already.
 * @returns whether it was opened.
 */
export async function reopenLast(session: SegmentationSession): Promise<boolean> {
  if (session.getState().state !== 'empty') return false;
  const { autosave } = await loadPersistence();
  const reopened = await autosave.reopenLast();
  if (reopened.outcome !== 'reopened' && reopened.outcome !== 'original') return false;
  if (session.getState().state === 'empty') {
    openReopened(session, reopened);
    return true;
  }
  if (reopened.outcome === 'reopened') reopened.segmentation.cutout.close();
  reopened.image.bitmap?.close();
  URL.revokeObjectURL(reopened.image.url);
  return false;
}

/** Goes on with an image and all that was made of it; one without a result is worked on again. */
export function openReopened(session: SegmentationSession, reopened: Reopened): void {
  if (reopened.outcome === 'original') return session.resume(reopened.image, reopened.resumes <= maxResumes);
  const { image, segmentation: result, document } = reopened;
  session.open(image, result, document);
}
