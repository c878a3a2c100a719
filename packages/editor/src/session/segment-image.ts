import type { Segmentation, Segmenter, SegmentOptions } from '@isola/segmenter';

import { createImageDocument, type ImageDocument } from '../document/image-document.ts';
import { lastExport } from '../export/last-export.ts';
import { editorOutputs, imageSegmentation } from '../image/image-segmentation.ts';
import type { Failure } from '../model/failure.ts';
import type { SourceImage } from '../model/source-image.ts';
import { initialState } from '../schema/initial-state.ts';
import {
  type ImageResult,
  imageResultOf,
  type OpeningState,
  type SessionStore,
  withoutRefusal,
} from './session-state.ts';

interface RunOptions extends Pick<SegmentOptions, 'detail' | 'transparency'> {
  /** Result that returns if the run fails. */
  readonly previous?: ImageResult | undefined;
  /** State of the next file from the start of the run on. Default: the current state without its refusal. */
  readonly opening?: OpeningState;
}

export interface ImageSegmenter {
  /** Segments the image and writes its progress and its result into the store. Aborts the run before. */
  readonly run: (image: SourceImage, options?: RunOptions) => Promise<void>;
  /** Aborts the current run. The caller sets the state that follows. */
  readonly abort: () => void;
}

/** Creates the part of a session that segments images, one at a time. */
export function createImageSegmenter(
  store: SessionStore,
  segmenter: () => Promise<Pick<Segmenter, 'segment'>>,
  now: () => number,
): ImageSegmenter {
  let running: AbortController | undefined;

  async function run(image: SourceImage, { previous, opening, ...options }: RunOptions = {}): Promise<void> {
    running?.abort();
    const own = new AbortController();
    running = own;
    store.setImage(
      { state: 'working', image, stageStartedAtMs: now(), ...(previous && { previous }) },
      opening ?? withoutRefusal(store.opening()),
    );
    try {
      const result = await (
        await segmenter()
      ).segment(image.bitmap ?? image.file, {
        detail: 'standard',
        ...options,
        signal: own.signal,
        outputs: editorOutputs,
        onProgress: ({ mask, ...progress }) => {
          const open = store.image();
          if (own.signal.aborted || open.state !== 'working') return;
          const sameStage = open.progress?.stage === progress.stage;
          const stageStartedAtMs = sameStage ? open.stageStartedAtMs : now();
          store.setImage({ ...open, progress, ...(mask && { mask }), stageStartedAtMs });
        },
      });
      await restoreColors(result, image);
      if (own.signal.aborted) return result.cutout.close();
      const open = store.image();
      const mask = open.state === 'working' ? open.mask : undefined;
      const segmentation = imageSegmentation(result);
      const document = documentOf(image, store);
      store.setImage({ state: 'done', image, ...(mask && { mask }), segmentation, document });
    } catch (error) {
      const failure = await failureOf(error);
      // When the run was aborted, `cancel` or a newer image has already set the state.
      if (own.signal.aborted) return;
      if (previous) store.setImage({ state: 'done', image, ...previous }, { ...store.opening(), refusal: failure });
      else store.setImage({ state: 'failed', image, failure });
    }
  }

  return { run, abort: () => running?.abort() };
}

/** Returns the document of the image if the image is open; otherwise a new one. */
export function documentOf(image: SourceImage, store: SessionStore): ImageDocument {
  const known = imageResultOf(store.image())?.document;
  if (known?.image === image) return known;
  return createImageDocument(image, undefined, { ...initialState, export: lastExport() });
}

/** Replaces the colours of an image that no network saw by those of its file, because a canvas has rounded them. */
async function restoreColors(
  { run, sharedPixels }: Segmentation<'sharedPixels'>,
  { file }: SourceImage,
): Promise<void> {
  if (run.passes > 0) return;
  try {
    const { restoreOwnColors } = await import('../import/own-colors.ts');
    await restoreOwnColors(sharedPixels, file);
  } catch (error) {
    // The rounded colours are good enough: no image is refused for them.
    reportError(error);
  }
}

/** Translates an error into a failure. If the translating module does not load, the failure has the error's own words. */
async function failureOf(error: unknown): Promise<Failure> {
  try {
    return (await import('../import/open-file.ts')).failureOf(error);
  } catch {
    return { code: 'resource-load-failed', detail: String(error) };
  }
}
