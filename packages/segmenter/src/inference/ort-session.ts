import type { InferenceSession } from 'onnxruntime-web/wasm';

import { SegmenterError } from '../api/errors.ts';
import { translateError } from '../api/translate-error.ts';
import type { Runtime } from './fetch-runtime.ts';
import type { Model } from '../model/model-manifest.ts';
import { normalise } from './normalise.ts';
import type { ModelSession } from './session.ts';

/**
 * Starts onnxruntime-web and passes the model to it.
 * @param bytes an ONNX file. It is not needed afterwards, because the runtime has copied it.
 * @throws {SegmenterError} `resource-load-failed` when the runtime itself does not start, `out-of-memory`,
 *   `model-load-failed` when the runtime rejects the model.
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
      // The parallel mode is not used for speed: in it the runtime allocates memory as it proceeds and peaks lower, by
      // an eighth here. The mask is the same.
      executionMode: provider === 'wasm' ? 'parallel' : 'sequential',
      // Only errors are logged. It is expected that some steps of a network stay on the processor.
      logSeverityLevel: 3,
      // Weights that are stored as int8 are converted to float once, here, and not in every run.
      extra: { session: { disable_quant_qdq: '1' } },
    }),
  );
  return {
    model,
    threads,
    reportsShares: false,
    // A file that is assembled from a network accepts any size; another ONNX file only that of its manifest row.
    ...(model.format === 'onnx' && { fixedSize: model.input }),
    async run(pixels, size, { signal, onProgress }) {
      const input = normalise(pixels, model.input);
      const tensor = new ort.Tensor('float32', input, [1, 3, size.heightPx, size.widthPx]);
      // Only the wanted output is requested: IS-Net has six more, which would be copied in vain.
      const outputs = await session.run({ [model.input.name]: tensor }, [model.output.name]);
      const output = outputs[model.output.name];
      if (!output || !(output.data instanceof Float32Array)) {
        throw new SegmenterError('processing-failed', `the model returned no float output ‘${model.output.name}’`);
      }
      signal.throwIfAborted();
      onProgress(1);
      return { mask: output.data as Float32Array<ArrayBuffer>, provider };
    },
    release: () => session.release(),
  };
}

/** Creates a session. The first call also starts the runtime; this function distinguishes the two kinds of failure. */
async function start(create: () => Promise<InferenceSession>): Promise<InferenceSession> {
  try {
    return await create();
  } catch (error) {
    const { code, detail } = translateError(error);
    const known = code === 'out-of-memory' || code === 'resource-load-failed';
    throw new SegmenterError(known ? code : 'model-load-failed', detail, { cause: error });
  }
}
