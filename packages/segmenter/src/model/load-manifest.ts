import type { ModelRequest } from '../api/options.ts';
import { fetchWhole, MissingFileError } from '../http/fetch-whole.ts';
import { fromJson } from './from-json.ts';
import type { ModelCache } from './model-cache.ts';
import { type ModelManifest, parseManifest } from './model-manifest.ts';

/**
 * Fetches the manifest: from the network while there is one, since it names the present build's parts. Where there is
 * none, or what answers is not the site (an overloaded server, a hotel's page), the copy that was kept does at once, so
 * that a device that has the model needs no network.
 * @throws {SegmenterError} `model-load-failed` when the server says that it has none; without a copy, `network` when it
 *   stays out of reach and `model-load-failed` when it answers something else; the error says so of an HTML page.
 */
export async function loadManifest(
  url: string,
  cache: ModelCache,
  signal: AbortSignal,
  request?: ModelRequest,
): Promise<ModelManifest> {
  const kept = await cache.read(url);
  try {
    const options = { ...request, signal, cache: 'no-cache', ...(kept && { attempts: 1 }) } as const;
    const bytes = new Uint8Array(await fetchWhole(url, 'model-load-failed', options));
    const manifest = parseManifest(fromJson(bytes));
    await cache.write(url, bytes, 'application/json');
    return manifest;
  } catch (error) {
    signal.throwIfAborted();
    if (!kept || error instanceof MissingFileError) throw error;
    return parseManifest(fromJson(kept));
  }
}
