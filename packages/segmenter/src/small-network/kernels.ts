import { compiledOnce } from '../wasm/fetch-wasm.ts';

/** The exports of `assembly/small-network`. Addresses are bytes in its memory; counts are numbers of values. */
export interface SmallNetworkKernels {
  readonly convolve: (
    from: number,
    rows: number,
    columns: number,
    inputs: number,
    weights: number,
    biases: number,
    windowPx: number,
    stride: number,
    outputs: number,
    to: number,
  ) => void;
  readonly convolveByChannel: (
    from: number,
    rows: number,
    columns: number,
    channels: number,
    weights: number,
    biases: number,
    windowPx: number,
    stride: number,
    to: number,
  ) => void;
  readonly relu: (from: number, count: number, to: number) => void;
  readonly parametricRelu: (from: number, count: number, slopes: number, channels: number, to: number) => void;
  readonly hardSwish: (from: number, count: number, to: number) => void;
  readonly add: (from: number, count: number, by: number, byCount: number, to: number) => void;
  readonly multiply: (from: number, count: number, by: number, byCount: number, to: number) => void;
  readonly average: (from: number, pixels: number, channels: number, to: number) => void;
  readonly double: (from: number, rows: number, columns: number, channels: number, to: number) => void;
  readonly maxPool: (from: number, rows: number, columns: number, channels: number, to: number) => void;
  readonly widen: (from: number, pixels: number, channels: number, more: number, to: number) => void;
}

/**
 * Fetches the kernels, once for this thread.
 * @throws {SegmenterError} `resource-load-failed` when the server does not have the file, `network` when it cannot be
 *   reached.
 */
export const loadSmallNetworkKernels = compiledOnce(new URL('../../kernels/small-network.wasm', import.meta.url));
