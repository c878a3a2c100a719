import type { Size } from '../engine/picture-size.ts';
import type { Model } from './model-manifest.ts';

/**
 * What computes the masks: `engine` is this package's own, on the processor; `wasm` and `webgpu` are onnxruntime-web's,
 * on the processor and on the graphics card.
 */
export type Provider = 'engine' | 'wasm' | 'webgpu';

export interface RunOptions {
  readonly signal: AbortSignal;
  /** The share of the work that is done, 0…1; only what runs in steps can tell it. */
  readonly onProgress: (share: number) => void;
}

/** A network ready to run. */
export interface ModelSession {
  readonly model: Model;
  readonly provider: Provider;
  readonly threads: number;
  /** The only size that it takes; absent where it takes any. */
  readonly fixedSize?: Size;
  /**
   * @param pixels RGBA, 8-bit, `heightPx × widthPx`; alpha is not looked at.
   * @returns Float32 `heightPx × widthPx`, the mask; it belongs to the caller.
   * @throws {SegmenterError} `out-of-memory` or `processing-failed`; the signal's reason.
   */
  run(pixels: Uint8ClampedArray, size: Size, options: RunOptions): Promise<Float32Array>;
  release(): Promise<void>;
}
