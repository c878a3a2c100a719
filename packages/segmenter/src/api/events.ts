import type { GpuFailure, Provider, RunReport, SingleThreadReason, Thread } from './segmentation.ts';

/**
 * Events that a segmenter reports to its option `onEvent`, in addition to the results of calls: for a log, or to find
 * out why it is slow on other people's machines. If a worker is lost, its successor loads the model again and reports
 * the same events again.
 */
export type SegmenterEvent =
  | {
      /** A model's files are loaded and verified. */
      readonly type: 'model-loaded';
      /** The `id` of the manifest row. */
      readonly model: string;
      /** `cache`: all files were saved by an earlier visit or load. */
      readonly from: 'cache' | 'network';
      /** Bytes fetched over the network, as they were served; 0 from the cache. */
      readonly fetchedBytes: number;
    }
  | {
      /** The network is ready to run on the processor. */
      readonly type: 'backend-started';
      readonly provider: Exclude<Provider, 'webgpu'>;
      readonly thread: Thread;
      /** Reason why the work is done in the page; absent in a worker. */
      readonly mainThreadReason?: RunReport['mainThreadReason'];
      readonly threads: number;
      /** Reason why `threads` is 1; absent when it is more. */
      readonly threadsReason?: SingleThreadReason;
    }
  /** The graphics card passed its trial and computes the masks from now on. */
  | { readonly type: 'gpu-taken' }
  /**
   * The graphics card is not used, or no longer used: the trial found it `slower` or its masks `wrong`, the browser
   * took the device away, or it failed. If there is no card to try, no event is reported.
   */
  | { readonly type: 'gpu-given-up'; readonly reason: GpuFailure | 'slower' | 'wrong' };

export type OnEvent = (event: SegmenterEvent) => void;

/** An event without the thread, as it is reported where the thread is not known. */
export type BackendEvent =
  | Exclude<SegmenterEvent, { type: 'backend-started' }>
  | Pick<Extract<SegmenterEvent, { type: 'backend-started' }>, 'type' | 'provider' | 'threads'>;
