import { SegmenterError } from '../api/errors.ts';
import type { ModelRequest } from '../api/options.ts';
import { fetchPart } from './fetch-part.ts';
import { freeBuffers } from './free-buffers.ts';
import type { ModelCache } from './model-cache.ts';
import type { Model, ModelPart } from './model-manifest.ts';
import { sha256 } from './sha256.ts';
import { unpackPart } from './unpack-part.ts';

/** Enough to fill a line with many small parts; browsers open six to a host over HTTP/1.1, and the page needs some. */
const parallelParts = 4;

/** Our own parts are at most this large. A manifest that names a larger size gets no memory in advance. */
const maxBufferBytes = 4 * 1024 * 1024;

export interface LoadPartsOptions {
  /** Relative part names are relative to this address. */
  readonly manifestUrl: string;
  /** Sent to the manifest's origin, and to no other. */
  readonly modelRequest?: ModelRequest | undefined;
  readonly cache: ModelCache;
  readonly signal: AbortSignal;
  /** Bytes as they are served, of `servedBytes`. */
  readonly onBytes: (loadedBytes: number) => void;
  /** Called with the size of each file that came over the network, as it was served. */
  readonly onFetched?: (bytes: number) => void;
  /** Called whenever more of the target's beginning is whole. */
  readonly onFilled?: (filledBytes: number) => void;
}

/** @returns what a model's download takes. */
export function servedBytes(model: Model): number {
  return model.parts.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
}

/**
 * Brings a model's bytes together from the cache and the network. Each part is checked by its SHA-256 before it counts,
 * whichever way it came, and is kept as soon as it is there: a visit that ends half way goes on there the next time. A
 * kept part that no longer matches is thrown away and fetched again.
 * @param target `model.sizeBytes` long; filled with the parts, unpacked and joined. Where it is not there yet, the first
 *   few parts come meanwhile and wait for it.
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

  // One part's failure ends the others: their bytes would have no use.
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const largestBytes = Math.max(0, ...model.parts.map(({ packedBytes }) => packedBytes));
  const workers = Array.from({ length: parallelParts }, async () => {
    // One after another in the same place: forty megabytes of parts would wait for the collector.
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

/** @returns a file as it is served, checked by its hash, from the cache or the network. */
export async function loadFile(
  part: Pick<ModelPart, 'file' | 'sha256' | 'packedBytes'>,
  options: Pick<LoadPartsOptions, 'manifestUrl' | 'modelRequest' | 'cache' | 'signal' | 'onBytes' | 'onFetched'> & {
    /** Used for the file where it is long enough; the result then lies in it. */
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

  // A part can be damaged on its way; once more is cheap. Twice the same is a wrong file.
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
