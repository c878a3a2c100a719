import { resolveModelRequest, type SegmenterOptions } from '../api/options.ts';
import { fetchWhole, MissingFileError } from '../http/fetch-whole.ts';
import { fromJson } from '../model/from-json.ts';
import { loadFile } from '../model/load-model-parts.ts';
import { type ModelCache, openModelCache } from '../model/model-cache.ts';
import { fromHalves } from '../small-network/from-halves.ts';
import { compiledOnce } from '../wasm/fetch-wasm.ts';
import { createEnlarger, type Enlarger } from './create-enlarger.ts';
import { createEnlargerNetwork } from './create-enlarger-network.ts';
import { type EnlargerManifest, parseEnlargerManifest } from './enlarger-manifest.ts';

export interface OpenEnlargerOptions {
  /** Address of the manifest that `isola-models --enlarge` wrote. Default: `/models/enlarge/manifest.json`. */
  readonly manifestUrl?: string | URL;
  /** Options of the requests to the manifest's origin. */
  readonly modelRequest?: SegmenterOptions['modelRequest'];
  /** Ends the download. */
  readonly signal?: AbortSignal;
}

const loadKernels = compiledOnce(new URL('../../kernels/enlarge.wasm', import.meta.url));

/**
 * Downloads the network that doubles pictures, 0.02 MB, or loads it from the cache, and prepares it on the calling thread. Its
 * file is verified by its SHA-256. Afterwards it needs no connection.
 * @throws {SegmenterError} `network`, `model-load-failed`, `resource-load-failed`, `out-of-memory`; the signal's reason.
 * @example
 * const { enlarge } = await openEnlarger();
 * const { pixels, widthPx, heightPx } = await enlarge(
 *   { pixels: imageData.data, widthPx: imageData.width, heightPx: imageData.height },
 *   { signal, onProgress: ({ loaded, total }) => show(loaded / total) },
 * );
 */
export async function openEnlarger({
  manifestUrl = '/models/enlarge/manifest.json',
  modelRequest,
  signal = new AbortController().signal,
}: OpenEnlargerOptions = {}): Promise<Enlarger> {
  const { href } = new URL(manifestUrl, globalThis.location?.href);
  const request = resolveModelRequest(modelRequest);
  const cache = await openModelCache();
  const { weights } = await loadManifest(href, cache, { ...request, signal });
  const { file, sha256, sizeBytes } = weights;
  const options = { manifestUrl: href, modelRequest: request, cache, signal, onBytes: () => undefined };
  const [module, halves] = await Promise.all([
    loadKernels(),
    loadFile({ file, sha256, packedBytes: sizeBytes }, options),
  ]);
  return createEnlarger(await createEnlargerNetwork(module, fromHalves(halves)));
}

/** Fetches the manifest. While the network is unavailable, the saved copy is used. */
async function loadManifest(
  url: string,
  cache: ModelCache,
  request: { readonly signal: AbortSignal },
): Promise<EnlargerManifest> {
  const kept = await cache.read(url);
  try {
    const options = { ...request, cache: 'no-cache', ...(kept && { attempts: 1 }) } as const;
    const bytes = new Uint8Array(await fetchWhole(url, 'model-load-failed', options));
    const manifest = parseEnlargerManifest(fromJson(bytes));
    await cache.write(url, bytes, 'application/json');
    return manifest;
  } catch (error) {
    request.signal.throwIfAborted();
    if (!kept || error instanceof MissingFileError) throw error;
    try {
      return parseEnlargerManifest(fromJson(kept));
    } catch {
      // The copy of an earlier build may have another form.
      throw error;
    }
  }
}
