import type { ImageDocument } from '../document/image-document.ts';
import type { StageImages } from '../rendering/create-stage-images.ts';
import type { Rendering } from '../rendering/create-rendering.ts';
import type { Autosave } from './autosave.ts';
import { whenIdle } from '../model/when-idle.ts';
import { drawThumbnail, idleLimitMs } from './thumbnails.ts';

/**
 * Time without a change before the thumbnail is drawn, in milliseconds. Someone who tries several colours in a row does
 * not wait for thumbnails.
 */
const restMs = 1_000;

export interface ThumbnailSources {
  /** Autosave that receives the thumbnails. Without it, nothing is saved. */
  readonly autosave: Pick<Autosave, 'saveThumbnail' | 'thumbnailOf'> | undefined;
  readonly document: ImageDocument;
  readonly rendering: Rendering;
  readonly stageImages: Pick<StageImages, 'cutout'>;
}

/**
 * Saves a thumbnail of the result, including background, shadow and crop, each time the document has stopped changing.
 * @returns a function that ends this. A result that is on the screen at that moment is still saved.
 */
export function saveThumbnails({ autosave, document, rendering, stageImages }: ThumbnailSources): () => void {
  if (!autosave) return () => undefined;
  const { history } = document;
  let cancel: (() => void) | undefined;

  /** @returns whether the result of the current state was available and is being saved. */
  function save(): boolean {
    const { widthPx, heightPx, isCutout, isRefining, isViewCurrent, view } = rendering.getState();
    if (history.getState().isPreview || isRefining || !(isCutout || (isViewCurrent && view))) return false;
    const thumbnail = drawThumbnail({ widthPx, heightPx }, (context, scale) => {
      if (view) context.drawImage(view.bitmap, 0, 0, widthPx, heightPx);
      else stageImages.cutout().draw(context, { x: 0, y: 0, width: widthPx, height: heightPx }, scale);
    });
    thumbnail.then((blob) => autosave?.saveThumbnail(document, blob)).catch(reportError);
    return true;
  }

  /** Saves the result. If it is not rendered, requests a rendering and saves it when it is there. */
  function saveWhenRendered(): void {
    cancel = undefined;
    if (save()) return;
    const release = rendering.need('view');
    const stop = rendering.subscribe(() => save() && cancel?.());
    cancel = () => {
      cancel = undefined;
      stop();
      release();
    };
  }

  function schedule(): void {
    cancel?.();
    let cancelIdle: (() => void) | undefined;
    const timer = setTimeout(() => {
      cancelIdle = whenIdle(saveWhenRendered, idleLimitMs);
    }, restMs);
    cancel = () => {
      cancel = undefined;
      clearTimeout(timer);
      cancelIdle?.();
    };
  }

  // This listener keeps the rendered result in memory until the last thumbnail is drawn.
  const stopRendering = rendering.subscribe(() => undefined);
  const stopHistory = history.subscribe(schedule);
  if (!autosave.thumbnailOf(document)) schedule();
  return () => {
    stopHistory();
    // A cleared session has no cutout any more. The rendered result exists until the last listener leaves.
    if (cancel && rendering.getState().view) save();
    cancel?.();
    stopRendering();
  };
}
