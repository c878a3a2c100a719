import {
  type BackgroundParams,
  type Compositor,
  type EditParams,
  type EncodedFile,
  type EncodingParams,
  isUnedited,
  type Progress,
} from '@isola/imaging';

import type { ImageSegmentation } from '../image/image-segmentation.ts';
import type { Failure } from '../model/failure.ts';
import type { RenderTarget } from './render-target.ts';
import { failureOf } from './rendering-failure.ts';
import { startTask, type Task, unlessAborted } from './start-task.ts';

export type FileState =
  /** The file is not needed yet. */
  | { readonly state: 'idle' }
  | { readonly state: 'working' }
  | ({ readonly state: 'ready' } & EncodedFile)
  | { readonly state: 'failed'; readonly failure: Failure };

/** Writes the file of the newest target, and prepares it before it is needed. */
export interface FilePipeline {
  /** @returns the state of a target's file before any work has started. */
  readonly fileAtRest: (target: RenderTarget) => FileState;
  /**
   * Starts the file of the current target again: after `delayMs` if it is needed, otherwise once the document has
   * rested.
   */
  readonly restart: (delayMs: number) => void;
  /** Requests the file now. A preparation that has begun is continued. */
  readonly need: () => void;
  /** @returns the file of the current target. */
  readonly write: (signal: AbortSignal) => Promise<EncodedFile>;
  /** Encodes any target. */
  readonly encode: (target: RenderTarget, signal: AbortSignal) => Promise<EncodedFile>;
}

export interface FilePipelineOptions {
  readonly result: Pick<ImageSegmentation, 'png' | 'widthPx' | 'heightPx'>;
  readonly compositor: Pick<Compositor<BackgroundParams, EncodingParams, EditParams>, 'encode'>;
  /** Returns the current target. */
  readonly getTarget: () => RenderTarget;
  /** Returns the signal that ends all work; undefined while there is no listener. */
  readonly getLifetime: () => AbortSignal | undefined;
  /** Returns whether the page shows the file. */
  readonly isNeeded: () => boolean;
  readonly getFile: () => FileState;
  readonly setFile: (file: FileState) => void;
  /** Receives the share of the subject that is enlarged, 0…1; undefined once the network does not work. */
  readonly setEnlarging: (share: number | undefined) => void;
}

/** A file that is being written for the current target. */
interface FileTask extends Task {
  readonly written: Promise<EncodedFile>;
  /** False while the writing waits for the document to rest. */
  hasBegun: boolean;
}

/**
 * Time without a change before the file is prepared, in milliseconds. By then the user is likely to save the current
 * state.
 */
const preparationDelayMs = 1_000;

export function createFilePipeline(options: FilePipelineOptions): FilePipeline {
  const { result, compositor, getTarget, getLifetime, isNeeded, getFile, setFile, setEnlarging } = options;
  let current: FileTask | undefined;

  /** @returns whether the file is the segmenter's cutout, which is written once for everything that needs it. */
  function isCutoutFile({ encoding, isCutout, params }: RenderTarget): boolean {
    const { format, dotsPerInch, maxBytes = Infinity, includesMetadata, author, copyright } = encoding;
    const hasNotes = dotsPerInch !== undefined || includesMetadata || author !== undefined || copyright !== undefined;
    const isPlain = format === 'png' && !hasNotes;
    const fits = maxBytes === Infinity || (result.png.file !== undefined && result.png.file.size <= maxBytes);
    return isCutout && isPlain && fits && isUnedited(params.edits);
  }

  function writtenCutout(target: RenderTarget): FileState | undefined {
    const { file } = result.png;
    if (!file || !isCutoutFile(target)) return undefined;
    return { state: 'ready', file, widthPx: result.widthPx, heightPx: result.heightPx };
  }

  async function encode(target: RenderTarget, signal: AbortSignal): Promise<EncodedFile> {
    if (!isCutoutFile(target)) {
      if (!target.params.isEnlarged) return compositor.encode(target.params, target.encoding, { signal });
      const onProgress = ({ stage, loaded, total }: Progress) =>
        setEnlarging(stage === 'enlarge' ? loaded / total : undefined);
      const encoding = compositor.encode(target.params, target.encoding, { signal, onProgress });
      return encoding.finally(() => setEnlarging(undefined));
    }
    const file = await result.png.write();
    signal.throwIfAborted();
    return { file, widthPx: result.widthPx, heightPx: result.heightPx };
  }

  function start(delayMs: number): void {
    current?.abort();
    current = undefined;
    const lifetime = getLifetime();
    if (!lifetime) return;
    const target = getTarget();
    const { promise: written, resolve, reject } = Promise.withResolvers<EncodedFile>();
    // `done` reports the error.
    written.catch(() => undefined);
    const task = startTask(lifetime, async ({ signal, wait }) => {
      try {
        await wait(delayMs);
        work.hasBegun = true;
        const file = await encode(target, signal);
        setFile({ state: 'ready', ...file });
        resolve(file);
      } catch (error) {
        if (current === work) current = undefined;
        reject(error);
        throw error;
      }
    });
    const work: FileTask = { ...task, written, hasBegun: delayMs === 0 };
    current = work;
    // A failed preparation is not reported: the file is tried again when it is needed.
    task.done.catch((error: unknown) =>
      setFile(isNeeded() ? { state: 'failed', failure: failureOf(error) } : { state: 'idle' }),
    );
  }

  function restart(delayMs: number): void {
    current?.abort();
    current = undefined;
    const cutout = writtenCutout(getTarget());
    if (cutout) return setFile(cutout);
    const isNeededNow = getLifetime() !== undefined && isNeeded();
    setFile({ state: isNeededNow ? 'working' : 'idle' });
    if (isNeededNow) start(delayMs);
    else start(isCutoutFile(getTarget()) ? 0 : preparationDelayMs);
  }

  return {
    fileAtRest: (target) => writtenCutout(target) ?? { state: 'idle' },
    restart,
    need() {
      if (!current?.hasBegun) restart(0);
      else if (getFile().state !== 'ready') setFile({ state: 'working' });
    },
    async write(signal) {
      const file = getFile();
      if (file.state === 'ready') return file;
      const target = getTarget();
      if (!current?.hasBegun) start(0);
      const work = current;
      try {
        if (work) return await unlessAborted(work.written, signal);
      } catch (error) {
        // A later step aborts the work. The requested file is written all the same.
        if (signal.aborted || !work?.signal.aborted) throw error;
      }
      return encode(target, signal);
    },
    encode,
  };
}
