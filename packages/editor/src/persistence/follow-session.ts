import type { Photo, Removal } from '../session/segmentation-session.ts';
import type { DocumentKeeper } from './autosave.ts';

/**
 * Has the keeper save what is on the table: a new photo at once, so that a reload in mid-removal brings it back, and each
 * result as soon as it is there. A photo that gives way without a result is saved no longer.
 */
export function followRemoval(
  { getSnapshot, subscribe }: Pick<Removal, 'getSnapshot' | 'subscribe'>,
  keeper: Pick<DocumentKeeper, 'keepDocument' | 'keepOriginal' | 'leave'>,
): void {
  let photo: Photo | undefined;
  const follow = () => {
    const now = getSnapshot();
    const next = now.state === 'empty' ? undefined : now.photo;
    const isNew = next !== photo;
    photo = next;
    if (now.state === 'done') return keeper.keepDocument(now.document, now.result);
    if (!isNew) return;
    keeper.leave();
    if (next) keeper.keepOriginal(next);
  };
  follow();
  subscribe(follow);
}
