import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

import { SegmenterError } from '../errors.ts';

/**
 * Fetches onnxruntime-web's WebAssembly (13.6 MiB). Left to itself the runtime neither says in time nor forgets that
 * this file did not come: it waits, and every later try in the same thread fails.
 * @throws {SegmenterError} `resource-load-failed` when the server has no such file, `network` when it is not reached.
 */
export async function fetchRuntime(signal: AbortSignal): Promise<ArrayBuffer> {
  try {
    const response = await fetch(wasmUrl, { signal });
    if (!response.ok) throw new SegmenterError('resource-load-failed', `${wasmUrl} answered ${response.status}`);
    return await response.arrayBuffer();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SegmenterError) throw error;
    throw new SegmenterError('network', `${wasmUrl} could not be reached`, { cause: error });
  }
}
