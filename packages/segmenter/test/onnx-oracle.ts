import * as ort from 'onnxruntime-web';

import type { Size } from '../src/api/size.ts';
import { assembleOnnx } from '../src/inference/assemble-onnx.ts';
import { normalise } from '../src/inference/normalise.ts';
import type { MadeUpNetwork } from './made-up-network.ts';

/** Conversion of an image's bytes to the network's input: `(value − mean) / std`, per channel. */
export interface Normalisation {
  readonly mean: [number, number, number];
  readonly std: [number, number, number];
}

/** A network on onnxruntime-web with one thread. It shares only the network's description with the engine. */
export interface OnnxOracle {
  /** Computes a mask: 0…1, `heightPx × widthPx`. */
  mask(pixels: Uint8ClampedArray, size: Size): Promise<Float32Array>;
  release(): Promise<void>;
}

export async function openOnnxOracle(
  { network, weights }: MadeUpNetwork,
  normalisation: Normalisation,
): Promise<OnnxOracle> {
  ort.env.wasm.numThreads = 1;
  const onnx = assembleOnnx(network, weights, { input: 'input', output: 'output' });
  const session = await ort.InferenceSession.create(onnx, {
    executionProviders: ['wasm'],
    extra: { session: { disable_quant_qdq: '1' } },
  });
  return {
    async mask(pixels, { heightPx, widthPx }) {
      const input = new ort.Tensor('float32', normalise(pixels, normalisation), [1, 3, heightPx, widthPx]);
      const { output } = await session.run({ input });
      if (!(output?.data instanceof Float32Array)) throw new Error('the oracle gave no mask');
      return output.data;
    },
    release: () => session.release(),
  };
}
