import { adoptDocument } from './document/photo-document.ts';
import type { ReopenOutcome } from './keep/document-keeper.ts';
import { siteKeeper } from './keep/site-keep.ts';
import { siteRemoval } from './site-removal.ts';

export type Reopened = Extract<ReopenOutcome, { outcome: 'reopened' | 'original' }>;

/** A photo that has ended the page so often may do so again: its work begins only when it is asked for. */
const maxResumes = 2;

/** Puts what lay on this tab's table before it was loaded anew there again, unless there is a photo already. */
export async function reopenLast(): Promise<void> {
  if (siteRemoval.getSnapshot().state !== 'empty') return;
  const reopened = await siteKeeper.reopenLast();
  if (reopened.outcome !== 'reopened' && reopened.outcome !== 'original') return;
  if (siteRemoval.getSnapshot().state === 'empty') return putOnTable(reopened);
  if (reopened.outcome === 'reopened') reopened.result.cutout.close();
  URL.revokeObjectURL(reopened.photo.url);
}

/** Goes on with a photo and all that was made of it; without a result it is worked on again. */
export function putOnTable(reopened: Reopened): void {
  if (reopened.outcome === 'original') return siteRemoval.resume(reopened.photo, reopened.resumes <= maxResumes);
  const { photo, result, kept } = reopened;
  adoptDocument(photo, kept);
  siteRemoval.open(photo, result);
}
