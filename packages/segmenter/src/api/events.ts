import type { GpuFailure, Provider, RunReport, SingleThreadReason, Thread } from './segmentation.ts';

/**
 * What a segmenter tells by its option `onEvent`, beside the results of calls: for a log, or to see on other people's machines why one is
 * slow. Another worker, after one was lost, loads the model again and tells of it again.
 */
export type SegmenterEvent =
  | {
      /** A model's files are there and checked. */
      readonly type: 'model-loaded';
      /** The manifest row's `id`. */
      readonly model: string;
      /** `cache`: all of them were kept from an earlier visit, or load. */
      readonly from: 'cache' | 'network';
      /** Of them, as they were served; 0 from the cache. */
      readonly fetchedBytes: number;
    }
  | {
      /** The network is ready to run on the processor. */
      readonly type: 'backend-started';
      readonly provider: Exclude<Provider, 'webgpu'>;
      readonly thread: Thread;
      /** Why the work is done in the page; absent in a worker. */
      readonly mainThreadReason?: RunReport['mainThreadReason'];
      readonly threads: number;
      /** Why `threads` is 1; absent where it is more. */
      readonly threadsReason?: SingleThreadReason;
    }
  /** The graphics card passed its trial: from now on it computes the masks. */
  | { readonly type: 'gpu-taken' }
  /**
   * The graphics card is not used, or no longer: the trial found it `slower` or its masks `wrong`, the browser took the device away,
   * or it failed. Where there was none to try nothing is told.
   */
  | { readonly type: 'gpu-given-up'; readonly reason: GpuFailure | 'slower' | 'wrong' };

export type OnEvent = (event: SegmenterEvent) => void;

/** As it is told where the thread is not known. */
export type BackendEvent =
  | Exclude<SegmenterEvent, { type: 'backend-started' }>
  | Pick<Extract<SegmenterEvent, { type: 'backend-started' }>, 'type' | 'provider' | 'threads'>;
