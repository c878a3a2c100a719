import { SegmenterError } from '../api/errors.ts';
import type { ModelRequest } from '../api/options.ts';
import { fetchPart } from './fetch-part.ts';
import { freeBuffers } from './free-buffers.ts';
import type { ModelCache } from './model-cache.ts';
import type { Model, ModelPart } from './model-manifest.ts';
import { sha256 } from './sha256.ts';
import { unpackPart } from './unpack-part.ts';

/**
 * Number of parallel downloads: enough to use the bandwidth with many small parts. Browsers open six connections per
 * host over HTTP/1.1, and the page needs some of them.
 */
const parallelParts = 4;

/**
 * Greatest size of a reused buffer. Our own parts are at most this large. If a manifest declares a larger size, no
 * memory is allocated for it in advance.
 */
const maxBufferBytes = 4 * 1024 * 1024;

export interface LoadPartsOptions {
  /** Address to which the names of the parts are relative. */
  readonly manifestUrl: string;
  /** Options sent only to the manifest's origin. */
  readonly modelRequest?: ModelRequest | undefined;
  readonly cache: ModelCache;
  readonly signal: AbortSignal;
  /** Called with the number of loaded bytes, as they are served, of `servedBytes`. */
  readonly onBytes: (loadedBytes: number) => void;
  /** Called with the size of each file that was fetched over the network, as it was served. */
  readonly onFetched?: (bytes: number) => void;
  /** Called whenever a longer beginning of the target is complete. */
  readonly onFilled?: (filledBytes: number) => void;
}

/** Returns the size of a model's download, in bytes. */
export function servedBytes(model: Model): number {
  return model.parts.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
}

/**
 * Loads a model's bytes from the cache and the network. Each part is verified by its SHA-256, whatever its source, and
 * saved as soon as it is complete: the next visit continues where an interrupted one ended. A saved part that no longer
 * matches is removed and fetched again.
 * @param target `model.sizeBytes` long; receives the parts, unpacked and joined. If it is not allocated yet, the
 *   first parts are downloaded meanwhile and wait for it.
 * @throws {SegmenterError} `network` or `model-load-failed`.
 */
export async function loadModelParts(
  model: Model,
  target: Uint8Array | Promise<Uint8Array>,
  options: LoadPartsOptions,
): Promise<void> {
  const loaded = new Map<ModelPart, number>();
  const report = (part: ModelPart, partBytes: number) => {
    loaded.set(part, partBytes);
    options.onBytes(sum(loaded.values()));
  };
  const places = placesOf(model);
  const filled = new Set<ModelPart>();
  const fill = (part: ModelPart) => {
    filled.add(part);
    const firstMissing = model.parts.findIndex((each) => !filled.has(each));
    const whole = firstMissing < 0 ? model.parts : model.parts.slice(0, firstMissing);
    options.onFilled?.(sum(whole.map(({ sizeBytes }) => sizeBytes)));
  };

  // If one part fails, the others are aborted: their bytes would be useless.
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const largestBytes = Math.max(0, ...model.parts.map(({ packedBytes }) => packedBytes));
  const workers = Array.from({ length: parallelParts }, async () => {
    // The buffer is reused for one part after another. Otherwise forty megabytes of parts would wait for the garbage
    // collector.
    const buffer = new Uint8Array(Math.min(largestBytes, maxBufferBytes));
    for (let place = places.shift(); place; place = places.shift()) {
      const { part, offset } = place;
      const served = await loadFile(part, { ...options, signal, buffer, onBytes: (count) => report(part, count) });
      const destination = (await target).subarray(offset, offset + part.sizeBytes);
      if (part.packing === 'gzip') await unpackPart(served, destination);
      else destination.set(served);
      fill(part);
      if (served.buffer !== buffer.buffer) freeBuffers([served]);
    }
    freeBuffers([buffer]);
  });
  try {
    await Promise.all([target, ...workers]);
  } catch (error) {
    failure.abort(error);
    throw error;
  }
}

/** Returns a file as it is served, verified by its hash, from the cache or the network. */
export async function loadFile(
  part: Pick<ModelPart, 'file' | 'sha256' | 'packedBytes'>,
  options: Pick<LoadPartsOptions, 'manifestUrl' | 'modelRequest' | 'cache' | 'signal' | 'onBytes' | 'onFetched'> & {
    /** Buffer for the file, used if it is long enough. The result is then a view of it. */
    readonly buffer?: Uint8Array<ArrayBuffer>;
  },
): Promise<Uint8Array<ArrayBuffer>> {
  const { cache, signal, onBytes, modelRequest, manifestUrl } = options;
  const { href: url, origin } = new URL(part.file, manifestUrl);
  const isOfOrigin = modelRequest !== undefined && origin === new URL(manifestUrl).origin;
  signal.throwIfAborted();

  const kept = await cache.read(url);
  if (kept) {
    if (kept.length === part.packedBytes && (await sha256(kept)) === part.sha256) {
      onBytes(kept.length);
      return kept;
    }
    await cache.remove(url);
  }

  // A part may be damaged in transit, so it is fetched once more. If it is wrong twice, the file itself is wrong.
  const { buffer } = options;
  const isLongEnough = buffer !== undefined && buffer.length >= part.packedBytes;
  const served = isLongEnough ? buffer.subarray(0, part.packedBytes) : new Uint8Array(part.packedBytes);
  for (let attempt = 1; ; attempt += 1) {
    await fetchPart(url, served, { signal, onBytes, ...(isOfOrigin && { request: modelRequest }) });
    if ((await sha256(served)) === part.sha256) {
      await cache.write(url, served);
      options.onFetched?.(served.length);
      return served;
    }
    if (attempt === 2)
      throw new SegmenterError('model-load-failed', `${url} does not have the SHA-256 of the manifest`);
    onBytes(0);
  }
}

function placesOf(model: Model): { part: ModelPart; offset: number }[] {
  let offset = 0;
  const places = model.parts.map((part) => {
    const place = { part, offset };
    offset += part.sizeBytes;
    return place;
  });
  const fits = model.parts.every(
    ({ packing, sizeBytes, packedBytes }) => packing === 'gzip' || sizeBytes === packedBytes,
  );
  if (fits && offset === model.sizeBytes) return places;
  throw new SegmenterError('model-load-failed', `the parts of ‘${model.id}’ do not add up to its size`);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
