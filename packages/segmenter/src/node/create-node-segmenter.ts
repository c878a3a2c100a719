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
import { requireSharp } from './require-sharp.ts';

/** The result of a call: the matte, facts about the run, and the cut-out in each requested form. */
export type Segmentation<Wanted extends Output = DefaultOutput> = SegmentationFacts & Pick<Outputs, Wanted>;

export interface Segmenter {
  /**
   * Starts the threads and loads the model before the first image.
   * @throws {SegmenterError} as `segment`, or the signal's reason.
   */
  warmUp(options?: Pick<SegmentOptions, 'signal' | 'onProgress'>): Promise<void>;
  /**
   * Finds the subject of an image. Calls run one at a time, in the order in which they were made. A call that fails does not
   * stop the next one, whose image is decoded meanwhile. The source stays the caller's, who must not change it before the
   * promise settles.
   * @throws {SegmenterError} with one of `segmenterErrorCodes`; the signal's reason; {TypeError} for an option that does not
   *   exist; {RangeError} for a value that an option cannot have.
   * @example
   * const { png } = await segmenter.segment(await readFile('photo.jpg'));
   * await writeFile('cutout.png', Buffer.from(await png.arrayBuffer()));
   */
  segment<Wanted extends Output = DefaultOutput>(
    source: SegmenterSource,
    options?: SegmentOptions<Wanted>,
  ): Promise<Segmentation<Wanted>>;
  /**
   * Ends the threads and frees the model. Running and later calls reject with `disposed`. A running call keeps the process
   * alive; idle threads do not.
   * @returns a promise that resolves when the threads have ended.
   */
  dispose(): Promise<void>;
  /** Calls `dispose` without waiting for it: `using segmenter = createSegmenter(…);`. */
  [Symbol.dispose](): void;
  /** Calls `dispose` and waits for it: `await using segmenter = createSegmenter(…);`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates a segmenter for Node. It reads nothing and starts no thread before its first call. Images are processed in a
 * separate thread, with further threads for the network, so that the caller's thread stays free. `sharp` decodes the images
 * and must be installed.
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

  /** Keeps the process alive until the call ends. */
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
      const {
        detail = 'standard',
        transparency = 'keep',
        outputs = defaultOutputs,
        prompt,
        lesson,
        background,
      } = callOptions;
      const request = { detail, transparency, outputs, prompt, lesson, background };
      const segmentation = await keepingProcess(() => calls.segment(source, request, callOptions));
      // The pipeline returns exactly the requested outputs.
      return segmentation as Segmentation<Wanted>;
    },
    dispose,
    [Symbol.dispose]: () => void dispose(),
    [Symbol.asyncDispose]: dispose,
  };
}

/** Wraps a listener so that its errors do not make a call fail. They become uncaught exceptions of the process. */
function outsideCalls(onEvent: OnEvent): OnEvent {
  return (event) => queueMicrotask(() => onEvent(event));
}
