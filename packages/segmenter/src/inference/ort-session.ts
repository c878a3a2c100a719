import type { InferenceSession } from 'onnxruntime-web/wasm';

import { SegmenterError } from '../api/errors.ts';
import { translateError } from '../api/translate-error.ts';
import type { Runtime } from './fetch-runtime.ts';
import type { Model } from '../model/model-manifest.ts';
import { normalise } from './normalise.ts';
import type { ModelSession } from './session.ts';

/**
 * Starts onnxruntime-web and gives it the model.
 * @param bytes an ONNX file; not needed afterwards, the runtime has copied it.
 * @throws {SegmenterError} `resource-load-failed` when the runtime itself does not start, `out-of-memory`,
 *   `model-load-failed` when the runtime refuses the model.
 */
export async function createSession(
  model: Model,
  bytes: Uint8Array<ArrayBuffer>,
  { ort, wasm }: Runtime,
  { provider, threads }: { readonly provider: 'wasm' | 'webgpu'; readonly threads: number },
): Promise<ModelSession> {
  ort.env.wasm.wasmBinary = wasm;
  ort.env.wasm.numThreads = threads;
  ort.env.logLevel = 'error';
  const session = await start(() =>
    ort.InferenceSession.create(bytes, {
      executionProviders: [provider],
      // Not for speed: in this mode the runtime plans memory as it goes and peaks lower, by an eighth here. The mask is the same.
      executionMode: provider === 'wasm' ? 'parallel' : 'sequential',
      // Errors alone: that some steps of a network stay on the processor is as it should be.
      logSeverityLevel: 3,
      // Weights that are stored as int8 are turned to float once, here, and not in every run.
      extra: { session: { disable_quant_qdq: '1' } },
    }),
  );
  return {
    model,
    threads,
    reportsShares: false,
    // What is assembled from a network takes any size; a file from elsewhere, that of its row.
    ...(model.format === 'onnx' && { fixedSize: model.input }),
    async run(pixels, size, { signal, onProgress }) {
      const input = normalise(pixels, model.input);
      const tensor = new ort.Tensor('float32', input, [1, 3, size.heightPx, size.widthPx]);
      // Only the wanted output is fetched: IS-Net has six more, which would be copied out for nothing.
      const outputs = await session.run({ [model.input.name]: tensor }, [model.output.name]);
      const output = outputs[model.output.name];
      if (!output || !(output.data instanceof Float32Array)) {
        throw new SegmenterError('processing-failed', `the model gave no float output ‘${model.output.name}’`);
      }
      signal.throwIfAborted();
      onProgress(1);
      return { mask: output.data as Float32Array<ArrayBuffer>, provider };
    },
    release: () => session.release(),
  };
}

/** Creating a session starts the runtime too, on its first call; the two kinds of failure are distinguished here. */
async function start(create: () => Promise<InferenceSession>): Promise<InferenceSession> {
  try {
    return await create();
  } catch (error) {
    const { code, detail } = translateError(error);
    const known = code === 'out-of-memory' || code === 'resource-load-failed';
    throw new SegmenterError(known ? code : 'model-load-failed', detail, { cause: error });
  }
}
