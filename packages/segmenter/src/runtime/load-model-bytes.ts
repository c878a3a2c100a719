import { SegmenterError } from '../errors.ts';
import { fetchPart } from './fetch-part.ts';
import type { ModelCache } from './model-cache.ts';
import type { Model, ModelPart } from './model-manifest.ts';
import { sha256 } from './sha256.ts';

/** Enough to fill a line with many small parts; browsers open six to a host over HTTP/1.1, and the page needs some. */
const parallelParts = 4;

interface LoadModelOptions {
  /** Relative part names are relative to this address. */
  readonly manifestUrl: string;
  readonly cache: ModelCache;
  readonly signal: AbortSignal;
  readonly onBytes: (loadedBytes: number) => void;
}

/**
 * Brings a model's bytes together from the cache and the network. Each part is checked by its SHA-256 before it counts,
 * whichever way it came, and is kept as soon as it is there: a visit that ends half way goes on there the next time. A
 * kept part that no longer matches is thrown away and fetched again.
 * @returns the joined ONNX file, `model.sizeBytes` long.
 * @throws {SegmenterError} `network` or `model-load-failed`, `out-of-memory`.
 */
export async function loadModelBytes(model: Model, options: LoadModelOptions): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = allocate(model.sizeBytes);
  const loaded = new Map<ModelPart, number>();
  const report = (part: ModelPart, partBytes: number) => {
    loaded.set(part, partBytes);
    options.onBytes(sum(loaded.values()));
  };

  const places = placesOf(model);
  // One part's failure ends the others: their bytes would have no use.
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const workers = Array.from({ length: parallelParts }, async () => {
    for (let place = places.shift(); place; place = places.shift()) {
      const { part, offset } = place;
      const target = bytes.subarray(offset, offset + part.sizeBytes);
      await loadPart(part, target, { ...options, signal, onBytes: (count) => report(part, count) });
    }
  });
  try {
    await Promise.all(workers);
  } catch (error) {
    failure.abort(error);
    throw error;
  }
  return bytes;
}

async function loadPart(part: ModelPart, target: Uint8Array<ArrayBuffer>, options: LoadModelOptions): Promise<void> {
  const { cache, signal, onBytes } = options;
  const url = new URL(part.file, options.manifestUrl).href;
  signal.throwIfAborted();

  const kept = await cache.read(url);
  if (kept) {
    if (kept.length === target.length && (await sha256(kept)) === part.sha256) {
      target.set(kept);
      onBytes(target.length);
      return;
    }
    await cache.remove(url);
  }

  // A part can be damaged on its way; once more is cheap. Twice the same is a wrong file.
  for (let attempt = 1; ; attempt += 1) {
    await fetchPart(url, target, { signal, onBytes });
    const copy = target.slice();
    if ((await sha256(copy)) === part.sha256) {
      await cache.write(url, copy);
      return;
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
  if (offset === model.sizeBytes) return places;
  throw new SegmenterError('model-load-failed', `the parts of ‘${model.id}’ do not add up to its size`);
}

function allocate(sizeBytes: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(sizeBytes);
  } catch (error) {
    throw new SegmenterError('out-of-memory', `${sizeBytes} bytes for the model could not be had`, { cause: error });
  }
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
