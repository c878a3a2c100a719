import type { SegmentationSession } from '@isola/editor';
import type { ReopenOutcome } from '@isola/editor/persistence';

import { loadPersistence } from './site-session.ts';

export type Reopened = Extract<ReopenOutcome, { outcome: 'reopened' | 'original' }>;

/**
 * Largest number of automatic resumes of an image's segmentation. After more, the image has probably crashed
 * the page, so segmenting starts only on request.
 */
const maxResumes = 2;

/**
 * Opens the image that this tab had open before it was reloaded, unless an image is already open.
 * @returns whether the image was opened.
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
  await release(reopened);
  return false;
}

/** Opens a saved image that the user has chosen. If unsaved work would be lost, the session asks before. */
export async function openChosen(session: SegmentationSession, reopened: Reopened): Promise<void> {
  if (await session.mayReplace()) openReopened(session, reopened);
  else await release(reopened);
}

/** Frees a saved image that is not shown. */
async function release(reopened: Reopened): Promise<void> {
  const { releaseReopened } = await import('@isola/editor/persistence');
  releaseReopened(reopened);
}

/** Opens a saved image with its result and edits. An image without a result is segmented again. */
function openReopened(session: SegmentationSession, reopened: Reopened): void {
  if (reopened.outcome === 'original') return session.resume(reopened.image, reopened.resumes <= maxResumes);
  const { image, segmentation: result, document } = reopened;
  session.open(image, result, document);
}
