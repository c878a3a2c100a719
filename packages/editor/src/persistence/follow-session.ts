import type { ImageDocument } from '../document/image-document.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';
import type { SourceImage } from '../model/source-image.ts';
import type { Autosave } from './autosave.ts';

/** The part of a session's state that decides what is saved. Every `SessionState` has it. */
export type FollowedState =
  | { readonly state: 'empty' }
  | { readonly state: 'working' | 'failed' | 'cancelled'; readonly image: SourceImage }
  | {
      readonly state: 'done';
      readonly image: SourceImage;
      readonly document: ImageDocument;
      readonly segmentation: ImageSegmentation;
    };

export type FollowedSession = Pick<ReadonlyStore<FollowedState>, 'getState' | 'subscribe'>;

/**
 * Saves the open image: a new one at once, so that a reload during the segmentation restores it, and each result as soon
 * as it exists. An image that is replaced before it has a result is no longer saved.
 */
export function followSession(
  { getState, subscribe }: FollowedSession,
  autosave: Pick<Autosave, 'saveDocument' | 'saveOriginal' | 'leave'>,
): void {
  let image: SourceImage | undefined;
  const follow = () => {
    const now = getState();
    const next = now.state === 'empty' ? undefined : now.image;
    const isNew = next !== image;
    image = next;
    if (now.state === 'done') return autosave.saveDocument(now.document, now.segmentation);
    if (!isNew) return;
    autosave.leave();
    if (next) autosave.saveOriginal(next);
  };
  follow();
  subscribe(follow);
}
