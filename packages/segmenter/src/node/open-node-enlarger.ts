import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { SegmenterError } from '../api/errors.ts';
import { createEnlarger, type Enlarger } from '../enlarge/create-enlarger.ts';
import { createEnlargerNetwork } from '../enlarge/create-enlarger-network.ts';
import { parseEnlargerManifest } from '../enlarge/enlarger-manifest.ts';
import { fromJson } from '../model/from-json.ts';
import { fromHalves } from '../small-network/from-halves.ts';
import { fetchFileOrAddress } from './fetch-file.ts';

/**
 * Loads the network that doubles pictures, verified by its SHA-256, and prepares it on the calling thread.
 * @param options.manifestUrl location of the `enlarge/manifest.json` that `isola-models --enlarge` wrote: an address, or a path
 *   relative to the working directory.
 * @throws {SegmenterError} `model-load-failed`, `network`.
 * @example
 * const { enlarge } = await openEnlarger({ manifestUrl: 'models/enlarge/manifest.json' });
 * const { pixels, widthPx, heightPx } = await enlarge(image);
 */
export async function openEnlarger({ manifestUrl }: { readonly manifestUrl: string | URL }): Promise<Enlarger> {
  const { href } = new URL(manifestUrl, pathToFileURL(`${process.cwd()}/`));
  const { weights } = parseEnlargerManifest(fromJson(await load(href)));
  const bytes = await load(new URL(weights.file, href).href);
  if (createHash('sha256').update(bytes).digest('hex') !== weights.sha256) {
    throw new SegmenterError('model-load-failed', `${weights.file} does not have the SHA-256 of the manifest`);
  }
  const kernels = await WebAssembly.compile(await readFile(new URL('../../kernels/enlarge.wasm', import.meta.url)));
  return createEnlarger(await createEnlargerNetwork(kernels, fromHalves(bytes)));
}

async function load(address: string): Promise<Uint8Array> {
  let status: number;
  try {
    const response = await fetchFileOrAddress(address);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    ({ status } = response);
  } catch (cause) {
    const code = address.startsWith('file:') ? 'model-load-failed' : 'network';
    throw new SegmenterError(code, `${address} cannot be read`, { cause });
  }
  throw new SegmenterError('model-load-failed', `${address} answered ${status}`);
}
