import {
  type BackgroundParams,
  createCompositor,
  type EditParams,
  type EncodingParams,
  workingSizeOfRun,
} from '@isola/imaging';

import type { SavedProject } from '../persistence/saved-project.ts';
import type { Tone } from '../schema/document-state.ts';
import { type CutSubject, trimmedSubject } from './cut-out-subject.ts';
import { restoreOwnColors } from './own-colors.ts';

/** The subject of a saved project. */
export interface SavedSubject extends CutSubject {
  /** Light and colour that the project gives its subject; undefined when they are as in the photograph. */
  readonly tone: Tone | undefined;
}

export interface SubjectOfProjectOptions {
  readonly signal: AbortSignal;
  /** Starts the worker of an editor that has more kinds of edits than this package. */
  readonly startWorker?: (() => Worker) | undefined;
}

/**
 * Returns the subject of a saved project as it was edited there, without its background, crop and layers. Nothing is segmented.
 * @returns undefined when the project shows nothing of its image.
 * @throws {CompositorError} when the image or the cutout of the project cannot be read. The signal's reason when it was aborted.
 * @example
 * const loaded = await store.load(id);
 * if (loaded.outcome === 'loaded') await subjectOfProject(loaded.project, { signal });
 */
export async function subjectOfProject(
  { original, png, matte, facts, history }: Pick<SavedProject, 'original' | 'png' | 'matte' | 'facts' | 'history'>,
  { signal, startWorker }: SubjectOfProjectOptions,
): Promise<SavedSubject | undefined> {
  const state = history.past[history.at]?.state;
  const compositor = createCompositor<BackgroundParams, EncodingParams, EditParams>(
    { image: original, cutout: png, matte, workingSize: workingSizeOfRun(facts.run) },
    startWorker && { startWorker },
  );
  try {
    const { file } = await compositor.encode(state ? { edits: state.matte } : {}, { format: 'png' }, { signal });
    const { widthPx, heightPx, data } = await pixelsOf(file);
    signal.throwIfAborted();
    const alpha = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => data[at * 4 + 3] ?? 0);
    const found = await trimmedSubject(data, { widthPx, heightPx, data: alpha }, signal);
    return found && { ...found, tone: state?.tone };
  } finally {
    compositor.close();
  }
}

async function pixelsOf(png: Blob) {
  const bitmap = await createImageBitmap(png);
  const { width: widthPx, height: heightPx } = bitmap;
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no 2D context');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  // The canvas has rounded the colours of half-transparent pixels, and the PNG has them whole.
  await restoreOwnColors(data, png);
  return { widthPx, heightPx, data };
}
