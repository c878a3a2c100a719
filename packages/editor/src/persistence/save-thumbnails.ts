import type { ImageDocument } from '../document/image-document.ts';
import type { StageImages } from '../rendering/create-stage-images.ts';
import type { Rendering } from '../rendering/create-rendering.ts';
import type { Autosave } from './autosave.ts';
import { whenIdle } from '../model/when-idle.ts';
import { drawThumbnail, idleLimitMs } from './thumbnails.ts';

/** How long a document rests before its thumbnail is drawn, so that somebody who tries one colour after another waits for none. */
const restMs = 1_000;

export interface ThumbnailSources {
  /** Without it, nothing is saved. */
  readonly autosave: Pick<Autosave, 'saveThumbnail' | 'thumbnailOf'> | undefined;
  readonly document: ImageDocument;
  readonly rendering: Rendering;
  readonly stageImages: Pick<StageImages, 'cutout'>;
}

/**
 * Saves a thumbnail of the result, background, shadow and crop included, each time that the document has come to rest.
 * @returns ends it. A result that is on the screen just then is still saved.
 */
export function saveThumbnails({ autosave, document, rendering, stageImages }: ThumbnailSources): () => void {
  if (!autosave) return () => undefined;
  const { history } = document;
  let cancel: (() => void) | undefined;

  /** @returns whether the result could be drawn as the state stands. */
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

  /** Renders the result where no tool shows it just then, and saves it once it is there. */
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
    // A session that was cleared has no cutout any more. The rendered result exists until the last listener leaves.
    if (cancel && rendering.getState().view) save();
    cancel?.();
    stopRendering();
  };
}
