import { adoptDocument } from './document/photo-document.ts';
import type { Reopened } from './keep/reopened.ts';
import { siteKeeper } from './keep/site-keep.ts';
import { siteRemoval } from './site-removal.ts';

/** Puts what lay on this tab's table before it was loaded anew there again, unless there is a photo already. */
export async function reopenLast(): Promise<void> {
  if (siteRemoval.getSnapshot().state !== 'empty') return;
  const reopened = await siteKeeper.reopenLast();
  if (reopened.outcome !== 'reopened') return;
  if (siteRemoval.getSnapshot().state === 'empty') putOnTable(reopened);
  else {
    reopened.result.cutout.close();
    URL.revokeObjectURL(reopened.photo.url);
  }
}

/** Goes on with a photo and all that was made of it. */
export function putOnTable({ photo, result, kept }: Reopened): void {
  adoptDocument(photo, kept);
  siteRemoval.open(photo, result);
}
