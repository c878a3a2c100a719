import type * as Ort from 'onnxruntime-web/wasm';

import { SegmenterError } from '../api/errors.ts';
import { fetchWhole } from '../http/fetch-whole.ts';
import type { RuntimeSource } from './runtime-source.ts';

export interface Runtime {
  readonly ort: typeof Ort;
  readonly wasm: ArrayBuffer;
}

/**
 * Fetches onnxruntime-web's script, then its WebAssembly. Otherwise the runtime itself would fetch the WebAssembly,
 * report a failure late and remember it: every later attempt in the same thread would fail.
 * @param source undefined if the app did not configure it.
 * @param distrust reason why the engine, which does not need the runtime, is not used.
 * @throws {SegmenterError} `resource-load-failed` when the script or file does not exist, `network` when the server
 *   cannot be reached; the signal's reason.
 */
export async function fetchRuntime(
  source: RuntimeSource | undefined,
  signal: AbortSignal,
  distrust?: Error,
): Promise<Runtime> {
  if (!source) {
    const why = distrust ? `${distrust.message}; ` : '';
    const detail = `${why}onnxruntime-web is required, but \`runtimeUrl\` is not set`;
    throw new SegmenterError('resource-load-failed', detail, { cause: distrust });
  }
  const ort = await importScript(source);
  return { ort, wasm: await fetchWhole(source.wasmUrl, 'resource-load-failed', { signal }) };
}

async function importScript(source: RuntimeSource): Promise<typeof Ort> {
  try {
    return await source.importScript();
  } catch (error) {
    throw new SegmenterError('resource-load-failed', 'the script of onnxruntime-web could not be loaded', {
      cause: error,
    });
  }
}
