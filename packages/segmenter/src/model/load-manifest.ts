import type { ModelRequest } from '../api/options.ts';
import { fetchWhole, MissingFileError } from '../http/fetch-whole.ts';
import { fromJson } from './from-json.ts';
import type { ModelCache } from './model-cache.ts';
import { type ModelManifest, parseManifest } from './model-manifest.ts';

export interface LoadedManifest {
  readonly manifest: ModelManifest;
  /**
   * Saves the manifest in place of the one of an earlier build. Call it once its parts are saved: until then, the earlier
   * build's parts still work without a network.
   */
  readonly keep: () => Promise<void>;
}

/**
 * Fetches the manifest. The network takes precedence, because its manifest names the current build's parts. If the
 * network is unavailable, or the answer is not the site's (an overloaded server, a hotel's sign-in page), the saved
 * copy is used at once, so that a device that has the model needs no network.
 * @throws {SegmenterError} `model-load-failed` when the server reports that it has no manifest; without a copy,
 *   `network` when it cannot be reached and `model-load-failed` when it answers something else. The error mentions an
 *   HTML page.
 */
export async function loadManifest(
  url: string,
  cache: ModelCache,
  signal: AbortSignal,
  request?: ModelRequest,
): Promise<LoadedManifest> {
  const kept = await cache.read(url);
  try {
    const options = { ...request, signal, cache: 'no-cache', ...(kept && { attempts: 1 }) } as const;
    const bytes = new Uint8Array(await fetchWhole(url, 'model-load-failed', options));
    const manifest = parseManifest(fromJson(bytes));
    const keep = async () => void (await cache.write(url, bytes, 'application/json'));
    if (kept) return { manifest, keep };
    await keep();
    return { manifest, keep: keepNothing };
  } catch (error) {
    signal.throwIfAborted();
    if (!kept || error instanceof MissingFileError) throw error;
    try {
      return { manifest: parseManifest(fromJson(kept)), keep: keepNothing };
    } catch {
      // The copy of an earlier build may have another form.
      throw error;
    }
  }
}

function keepNothing(): Promise<void> {
  return Promise.resolve();
}
