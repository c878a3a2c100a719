import type { SegmentationSession } from '../session/segmentation-session.ts';
import type { SourceImage } from '../model/source-image.ts';
import type { Autosave } from './autosave.ts';

/**
 * Saves the open image: a new one at once, so that a reload during the removal restores it, and each result as soon as
 * it is there. An image that is replaced before it has a result is no longer saved.
 */
export function followSession(
  { getState, subscribe }: Pick<SegmentationSession, 'getState' | 'subscribe'>,
  keeper: Pick<Autosave, 'saveDocument' | 'saveOriginal' | 'leave'>,
): void {
  let image: SourceImage | undefined;
  const follow = () => {
    const now = getState();
    const next = now.state === 'empty' ? undefined : now.image;
    const isNew = next !== image;
    image = next;
    if (now.state === 'done') return keeper.saveDocument(now.document, now.segmentation);
    if (!isNew) return;
    keeper.leave();
    if (next) keeper.saveOriginal(next);
  };
  follow();
  subscribe(follow);
}
