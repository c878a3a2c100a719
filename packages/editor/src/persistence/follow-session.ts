import type { SourceImage, SegmentationSession } from '../session/segmentation-session.ts';
import type { Autosave } from './autosave.ts';

/**
 * Has the keeper save what is open: a new image at once, so that a reload in mid-removal brings it back, and each
 * result as soon as it is there. An image that gives way without a result is saved no longer.
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
