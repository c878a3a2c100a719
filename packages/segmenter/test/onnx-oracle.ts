import * as ort from 'onnxruntime-web';

import type { Size } from '../src/api/size.ts';
import { assembleOnnx } from '../src/inference/assemble-onnx.ts';
import { normalise } from '../src/inference/normalise.ts';
import type { MadeUpNetwork } from './made-up-network.ts';

/** How a picture's bytes become numbers: `(value − mean) / std`, each channel by its own. */
export interface Normalisation {
  readonly mean: [number, number, number];
  readonly std: [number, number, number];
}

/** A network on onnxruntime-web, one thread, which shares no code with the engine but what the network's file says. */
export interface OnnxOracle {
  /** @returns 0…1, `heightPx × widthPx`. */
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
