import type * as Ort from 'onnxruntime-web/wasm';

import { SegmenterError } from '../errors.ts';
import type { RuntimeSource } from './runtime-source.ts';

export interface Runtime {
  readonly ort: typeof Ort;
  readonly wasm: ArrayBuffer;
}

/**
 * Fetches onnxruntime-web's script, then its WebAssembly. Left to itself the runtime neither says in time nor forgets
 * that the latter did not come: it waits, and every later try in the same thread fails.
 * @param source undefined where nobody said where it is.
 * @throws {SegmenterError} `resource-load-failed` when there is no such script or file, `network` when the server is not
 *   reached.
 */
export async function fetchRuntime(source: RuntimeSource | undefined, signal: AbortSignal): Promise<Runtime> {
  if (!source) {
    throw new SegmenterError('resource-load-failed', 'onnxruntime-web is wanted, and no `runtimeUrl` says where it is');
  }
  const ort = await importScript(source);
  const { wasmUrl } = source;
  try {
    const response = await fetch(wasmUrl, { signal });
    if (!response.ok) throw new SegmenterError('resource-load-failed', `${wasmUrl} answered ${response.status}`);
    return { ort, wasm: await response.arrayBuffer() };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SegmenterError) throw error;
    throw new SegmenterError('network', `${wasmUrl} could not be reached`, { cause: error });
  }
}

async function importScript(source: RuntimeSource): Promise<typeof Ort> {
  try {
    return await source.importScript();
  } catch (error) {
    throw new SegmenterError('resource-load-failed', 'onnxruntime-web’s script did not come', { cause: error });
  }
}
