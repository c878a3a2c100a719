import type { Batches } from './batches/batch.ts';
import type { RemovalSegmenter } from './remove-background.ts';
import type { BodyLimits } from './http/read-body.ts';
import type { ImageLimits } from './image/check-image.ts';
import type { FetchImage } from './image/fetch-image.ts';
import type { Admission } from './limits/admission.ts';
import type { Client, Keyring } from './limits/keyring.ts';
import type { Rates } from './limits/rates.ts';

export interface ServerLimits extends ImageLimits {
  /** Number of requests whose images are in memory, including the one that is processed. */
  readonly places: number;
  /** Time limit for receiving a body, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Time limit for a request after its body has been received, in milliseconds. It includes the wait for its turn. */
  readonly processingTimeoutMs: number;
}

/** Limits of a server, unless its options name others. */
export const defaultLimits: ServerLimits = {
  maxFileBytes: 22 * 1024 * 1024,
  maxPixels: 50_000_000,
  places: 32,
  bodyTimeoutMs: 60_000,
  processingTimeoutMs: 120_000,
};

/** Facts about a finished request. They contain nothing of the image, no address and no key. */
export interface RequestReport {
  readonly route: string;
  readonly status: number;
  /** Code of the error; undefined for a success. */
  readonly code: string | undefined;
  readonly client: string | undefined;
  readonly durationMs: number;
  /** Megapixels of the image, once they are known. */
  readonly megapixels: number | undefined;
}

/** Services of the routes. */
export interface ServerContext {
  readonly segmenter: RemovalSegmenter;
  /** Undefined opens the server to everyone who reaches it, so it must listen on loopback. */
  readonly keyring: Keyring | undefined;
  readonly rates: Rates;
  readonly fetchImage: FetchImage;
  readonly admission: Admission;
  /** Undefined without a database. */
  readonly batches: Batches | undefined;
  readonly limits: ServerLimits;
}

/** Variables of a request in hono. */
export interface RequestVariables {
  Variables: { client: Client; megapixels: number | undefined; errorCode: string | undefined };
}

/** Returns the limits of a body that may contain an image and a background, in any encoding. */
export function bodyLimitsOf({ maxFileBytes, bodyTimeoutMs }: ServerLimits): BodyLimits {
  return { maxBytes: 2 * maxFileBytes + 1024 * 1024, timeoutMs: bodyTimeoutMs };
}
