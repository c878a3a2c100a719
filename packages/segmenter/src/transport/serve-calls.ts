import { LostThreadError } from '../engine/run-commands.ts';
import type { Platform } from '../pipeline/platform.ts';
import { createDecodedAhead } from '../pipeline/decode-ahead.ts';
import { runPipeline, warmUpPipeline } from '../pipeline/run-pipeline.ts';
import { createModelLoader, type ModelLoader } from '../inference/model-loader.ts';
import type { ResolvedOptions, PreparedSource } from '../api/options.ts';
import { toSegmenterError } from '../api/translate-error.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { withThread, withThreadsReason } from './threads-reason.ts';

declare const self: DedicatedWorkerGlobalScope;

interface Started {
  readonly options: ResolvedOptions;
  readonly loader: ModelLoader;
}

/**
 * Answers the calls of `worker-connection.ts` in the worker, by running the pipeline.
 * @param holdLock acquires a lock and holds it until this worker ends, so that the page notices the end. It resolves to true
 *   when the lock is held.
 */
export function serveCalls(
  platform: Platform,
  holdLock: (name: string) => Promise<boolean> = () => Promise.resolve(false),
): void {
  const calls = new Map<number, AbortController>();
  const ahead = createDecodedAhead(platform);
  let started: Started | undefined;

  self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    switch (data.kind) {
      case 'start':
        void start(data);
        break;
      case 'abort':
        calls.get(data.call)?.abort();
        break;
      case 'warm-up':
        void answer(data.call, async ({ loader }, signal, call) => {
          await warmUpPipeline(loader, {
            signal,
            onProgress: (progress) => post({ kind: 'progress', call, progress }),
          });
          post({ kind: 'warm', call });
        });
        break;
      case 'segment':
        void answer(data.call, async ({ loader, options }, signal, call) => {
          const result = await runPipeline(data.source, {
            platform,
            decoded: data.ticket === undefined ? undefined : ahead.take(data.ticket),
            loader,
            thread: 'worker',
            deviceMemoryGib: options.deviceMemoryGib,
            request: data.request,
            signal,
            onProgress: (progress) => post({ kind: 'progress', call, progress }),
          });
          const segmentation = withThreadsReason(result, options);
          const { cutout, pixels, sharedPixels, matte } = segmentation;
          const buffers = [matte.data, pixels, sharedPixels].flatMap((each) =>
            each?.buffer instanceof ArrayBuffer ? [each.buffer] : [],
          );
          const transfer = [...buffers, ...(cutout ? [cutout] : [])];
          post({ kind: 'segmented', call, segmentation }, transfer);
        }).finally(() => closeBitmap(data.source));
        break;
      case 'decode-ahead':
        ahead.begin(data.ticket, data.source);
        break;
      case 'drop-ahead':
        ahead.drop(data.ticket);
        break;
      default:
        data satisfies never;
    }
  });

  async function start({ options, lockName }: Extract<ToWorker, { kind: 'start' }>): Promise<void> {
    started = {
      options,
      loader: createModelLoader(options, (event) =>
        post({ kind: 'event', event: withThread(event, 'worker', options) }),
      ),
    };
    post({ kind: 'started', isLocked: await holdLock(lockName) });
  }

  async function answer(
    call: number,
    work: (started: Started, signal: AbortSignal, call: number) => Promise<void>,
  ): Promise<void> {
    const controller = new AbortController();
    calls.set(call, controller);
    try {
      if (!started) throw new Error('the worker was called before it was started');
      await work(started, controller.signal, call);
    } catch (error) {
      if (error instanceof LostThreadError) return post({ kind: 'thread-lost', call });
      const { code, detail } = toSegmenterError(error);
      post({ kind: 'failed', call, code, detail });
    } finally {
      calls.delete(call);
    }
  }
}

/** Closes the worker's copy of a bitmap. Otherwise its 4 bytes per pixel stay allocated until the next garbage collection. */
function closeBitmap(source: PreparedSource): void {
  if ('close' in source) source.close();
}

export function post(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, transfer);
}
