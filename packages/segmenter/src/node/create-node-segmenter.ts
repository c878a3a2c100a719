import { SegmenterError } from '../api/errors.ts';
import type { OnEvent } from '../api/events.ts';
import type { SegmentationFacts } from '../api/segmentation.ts';
import { createCalls } from '../transport/create-calls.ts';
import {
  checkCallOptions,
  checkNodeOptions,
  type DefaultOutput,
  defaultOutputs,
  type Output,
  type Outputs,
  resolveNodeOptions,
  type SegmenterOptions,
  type SegmentOptions,
} from './node-options.ts';
import { NodeWorker } from './node-worker.ts';
import { openNodeSource, type SegmenterSource } from './open-node-source.ts';

/** The result of a call: the matte and the facts, and the cut-out in each form that the call asked for. */
export type Segmentation<Wanted extends Output = DefaultOutput> = SegmentationFacts & Pick<Outputs, Wanted>;

export interface Segmenter {
  /**
   * Starts the threads and loads the model ahead of the first picture.
   * @throws {SegmenterError} as `segment`, or the signal's reason.
   */
  warmUp(options?: Pick<SegmentOptions, 'signal' | 'onProgress'>): Promise<void>;
  /**
   * Finds the subject of a picture. Calls are served one at a time, in the order in which they came; a failed one
   * does not hold up the next, which is decoded meanwhile. The source stays the caller's, and must not change before the
   * result is there.
   * @throws {SegmenterError} with a `code` of the catalogue; the signal's reason; {TypeError} for an option that does not exist;
   *   {RangeError} for a value that an option cannot have.
   * @example
   * const { png } = await segmenter.segment(await readFile('photo.jpg'));
   * await writeFile('cutout.png', Buffer.from(await png.arrayBuffer()));
   */
  segment<Wanted extends Output = DefaultOutput>(
    source: SegmenterSource,
    options?: SegmentOptions<Wanted>,
  ): Promise<Segmentation<Wanted>>;
  /**
   * Ends the threads and frees the model. Calls under way and later ones reject with `disposed`. Threads that wait do not
   * keep the process running; a call does.
   * @returns when they have ended.
   */
  dispose(): Promise<void>;
  /** The same: `using segmenter = createSegmenter(…);`. */
  [Symbol.dispose](): void;
  /** The same: `await using segmenter = createSegmenter(…);`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a segmenter for Node. Nothing is read and no thread started before its first call. Pictures are worked on in a
 * thread of their own with further threads for the network, so that the caller's stays free; `sharp` decodes them, and must be installed.
 * @throws {TypeError} for an option that does not exist, or without `manifestUrl`; {RangeError} for a value that an option cannot
 *   have.
 * @example
 * await using segmenter = createSegmenter({ manifestUrl: 'models/manifest.json' });
 * const { matte } = await segmenter.segment(pathToFileURL('photo.jpg'), { outputs: [] });
 */
export function createSegmenter(options: SegmenterOptions): Segmenter {
  checkNodeOptions(options);
  const resolved = resolveNodeOptions(options);
  const workers = new Set<NodeWorker>();
  let running = 0;

  const calls = createCalls<SegmenterSource>({
    resolvedOptions: () => resolved,
    onEvent: options.onEvent && outsideCalls(options.onEvent),
    openSource: (source, signal) => openNodeSource(source, { fetch: options.fetch, signal }),
    createWorker() {
      const worker = new NodeWorker(new URL('./node-pipeline.ts', import.meta.url));
      workers.add(worker);
      worker.addEventListener('exit', () => workers.delete(worker));
      return worker;
    },
  });

  /** The process runs for as long as a call does. */
  async function keepingProcess<T>(work: () => Promise<T>): Promise<T> {
    running += 1;
    try {
      await requireSharp();
      const result = work();
      for (const worker of workers) worker.ref();
      return await result;
    } finally {
      running -= 1;
      if (running === 0) for (const worker of workers) worker.unref();
    }
  }

  async function dispose(): Promise<void> {
    calls.dispose();
    await Promise.all([...workers].map((worker) => worker.terminate()));
  }

  return {
    async warmUp(callOptions = {}) {
      checkCallOptions(callOptions);
      await keepingProcess(() => calls.warmUp(callOptions));
    },
    async segment<Wanted extends Output>(source: SegmenterSource, callOptions: SegmentOptions<Wanted> = {}) {
      checkCallOptions(callOptions);
      const { detail = 'standard', transparency = 'keep', outputs = defaultOutputs, background } = callOptions;
      const request = { detail, transparency, outputs, background };
      const segmentation = await keepingProcess(() => calls.segment(source, request, callOptions));
      // The pipeline gives what was asked for.
      return segmentation as Segmentation<Wanted>;
    },
    dispose,
    [Symbol.dispose]: () => void dispose(),
    [Symbol.asyncDispose]: dispose,
  };
}

/**
 * Loads it into this thread too: a library of native code that only an ended thread had loaded would be gone while its own threads
 * still use it.
 * @throws {SegmenterError} `resource-load-failed` where it is not installed, or not for this machine.
 */
async function requireSharp(): Promise<void> {
  try {
    await import('sharp');
  } catch (cause) {
    throw new SegmenterError('resource-load-failed', `sharp cannot be loaded: ${String(cause)}`, { cause });
  }
}

/** A listener that fails is no failure of the segmenter: its error is the process's. */
function outsideCalls(onEvent: OnEvent): OnEvent {
  return (event) => queueMicrotask(() => onEvent(event));
}
