import type { InferenceSession } from 'onnxruntime-web/wasm';

import { SegmenterError } from '../errors.ts';
import { translateError } from '../translate-error.ts';
import type { Model } from './model-manifest.ts';
import { normalise } from './normalise.ts';
import type { ModelSession } from './session.ts';

/**
 * Starts onnxruntime-web's plain WebAssembly build (13.6 MiB; the bare entry would bring 27) and gives it the model.
 * @param bytes an ONNX file; not needed afterwards, the runtime has copied it.
 * @param runtime the runtime's WebAssembly.
 * @throws {SegmenterError} `resource-load-failed` when the runtime itself does not start, `out-of-memory`,
 *   `model-load-failed` when the runtime refuses the model.
 */
export async function createSession(
  model: Model,
  bytes: Uint8Array<ArrayBuffer>,
  runtime: ArrayBuffer,
  threads: number,
): Promise<ModelSession> {
  const ort = await importRuntime();
  ort.env.wasm.wasmBinary = runtime;
  ort.env.wasm.numThreads = threads;
  ort.env.logLevel = 'error';
  const session = await start(() =>
    ort.InferenceSession.create(bytes, {
      executionProviders: ['wasm'],
      // Not for speed: in this mode the runtime plans memory as it goes and peaks lower, by an eighth here. The mask is the same.
      executionMode: 'parallel',
      // Weights that are stored as int8 are turned to float once, here, and not in every run.
      extra: { session: { disable_quant_qdq: '1' } },
    }),
  );
  const { widthPx, heightPx } = model.input;
  return {
    model,
    provider: 'wasm',
    threads,
    fixedSize: { widthPx, heightPx },
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
      return output.data;
    },
    release: () => session.release(),
  };
}

async function importRuntime() {
  try {
    return await import('onnxruntime-web/wasm');
  } catch (error) {
    throw new SegmenterError('resource-load-failed', 'onnxruntime-web’s script did not come', { cause: error });
  }
}

/** Creating a session starts the runtime too, on its first call; the two kinds of failure are told apart here. */
async function start(create: () => Promise<InferenceSession>): Promise<InferenceSession> {
  try {
    return await create();
  } catch (error) {
    const { code, detail } = translateError(error);
    const known = code === 'out-of-memory' || code === 'resource-load-failed';
    throw new SegmenterError(known ? code : 'model-load-failed', detail, { cause: error });
  }
}
