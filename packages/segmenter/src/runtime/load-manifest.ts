import { SegmenterError } from '../errors.ts';
import type { ModelCache } from './model-cache.ts';
import { type ModelManifest, parseManifest } from './model-manifest.ts';

/**
 * Fetches the manifest: from the network while there is one, since it names the present build's parts, else the copy
 * that was kept, so that a device that has the model needs no network.
 * @throws {SegmenterError} `network` when neither is to be had, `model-load-failed` when the server has none.
 */
export async function loadManifest(url: string, cache: ModelCache, signal: AbortSignal): Promise<ModelManifest> {
  const response = await fetchUnlessOffline(url, signal);
  if (response) {
    if (!response.ok) throw new SegmenterError('model-load-failed', `${url} answered ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const manifest = parseManifest(fromJson(bytes));
    await cache.write(url, bytes, 'application/json');
    return manifest;
  }
  const kept = await cache.read(url);
  if (kept) return parseManifest(fromJson(kept));
  throw new SegmenterError('network', `${url} could not be reached`);
}

async function fetchUnlessOffline(url: string, signal: AbortSignal): Promise<Response | undefined> {
  try {
    return await fetch(url, { signal, cache: 'no-cache' });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** A site's not-found page in place of the manifest is the usual mistake; it ends as ‘not the agreed form’. */
function fromJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
