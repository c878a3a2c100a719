import type { Network } from '../engine/network.ts';
import type { Size } from '../api/size.ts';
import type { NetworkModel } from '../model/model-manifest.ts';
import type { GpuFailure } from '../api/segmentation.ts';
import type { Fetch } from '../http/fetches.ts';

/** To the graphics card's worker: once `start`, then `run` after `run`; they are served in this order. */
export type ToGpu =
  | {
      readonly kind: 'start';
      readonly model: NetworkModel;
      readonly network: Network;
      /** `network.sizeBytes` long. */
      readonly weights: Uint8Array<ArrayBuffer>;
      /** Where onnxruntime-web's files are served, with a slash at its end. */
      readonly runtimeUrl: string;
    }
  | { readonly kind: 'run'; readonly run: number; readonly pixels: Uint8ClampedArray; readonly size: Size };

/** From it. After `failed` it is of no use any more. */
export type FromGpu =
  | { readonly kind: 'ready' }
  | { readonly kind: 'fetched'; readonly fetches: readonly Fetch[] }
  | { readonly kind: 'mask'; readonly run: number; readonly mask: Float32Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly reason: GpuFailure; readonly detail: string };
