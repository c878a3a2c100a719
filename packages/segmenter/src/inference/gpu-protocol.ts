import type { Network } from '../engine/network.ts';
import type { Size } from '../api/size.ts';
import type { NetworkModel } from '../model/model-manifest.ts';
import type { GpuFailure } from '../api/segmentation.ts';
import type { Fetch } from '../http/fetches.ts';

/**
 * A message to the graphics card's worker: `start` once, then any number of `run`. They are processed in this order.
 */
export type ToGpu =
  | {
      readonly kind: 'start';
      readonly model: NetworkModel;
      readonly network: Network;
      /** The weights, `network.sizeBytes` long. */
      readonly weights: Uint8Array<ArrayBuffer>;
      /** Address from which onnxruntime-web's files are served, with a slash at its end. */
      readonly runtimeUrl: string;
    }
  | { readonly kind: 'run'; readonly run: number; readonly pixels: Uint8ClampedArray; readonly size: Size };

/** A message from the worker. After `failed` the worker cannot be used any more. */
export type FromGpu =
  | { readonly kind: 'ready' }
  | { readonly kind: 'fetched'; readonly fetches: readonly Fetch[] }
  | { readonly kind: 'mask'; readonly run: number; readonly mask: Float32Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly reason: GpuFailure; readonly detail: string };
