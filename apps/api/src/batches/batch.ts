import type { ErrorStatus, Problem } from '../api-error.ts';
import type { Client } from '../limits/keyring.ts';

/** An image of a batch, as it was posted: an address of the web, or a file. */
export type ImageSource = { readonly url: string } | { readonly bytes: Uint8Array };

/** A batch that a client posts. */
export interface NewBatch {
  readonly client: Client;
  /** Options of `POST /v1/cutouts` by name, which have been checked. */
  readonly options: Readonly<Record<string, string>>;
  readonly images: readonly ImageSource[];
}

/** `waiting` also means that the rate of its key is used up, and `active` that a worker has begun. */
export type ImageState = 'waiting' | 'active' | 'done' | 'failed';

/** Error with which one image ended. It is what `POST /v1/cutouts` would have answered. */
export interface ImageError {
  readonly status: ErrorStatus;
  readonly problems: readonly [Problem, ...Problem[]];
}

/** A batch without its files. */
export interface BatchStatus {
  readonly id: string;
  readonly createdAt: Date;
  /** Time at which the batch and everything that it stores is removed. */
  readonly expiresAt: Date;
  /** Images in the order in which they were posted. Their numbers begin with 1. */
  readonly images: readonly {
    readonly number: number;
    readonly state: ImageState;
    readonly error: ImageError | null;
  }[];
}

/** A finished file, and the headers with which it is answered. */
export interface ImageResult {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** Place of an image: what a job of the queue contains. */
export interface ImagePlace {
  readonly batch: string;
  /** Number of the image, from 1. */
  readonly number: number;
}

/** An image that a worker has begun. */
export interface BegunImage {
  readonly client: Client;
  readonly options: Readonly<Record<string, string>>;
  /** Number of times that a worker has begun it, including this one. */
  readonly attempts: number;
  /** Address from which the image is fetched; null when the database has the file. */
  readonly url: string | null;
  /** Size of the image, once it is known. */
  readonly megapixels: number | null;
  /** Bytes of all results that are stored for its key. */
  readonly storedBytes: number;
}

/** The batches of all clients. A client reaches its own only: for all others, a batch does not exist. */
export interface Batches {
  /** @returns the id. @throws {ApiError} `batch_limit_exceeded` 429 when too much is stored for the client. */
  readonly create: (batch: NewBatch) => Promise<string>;
  readonly find: (id: string, owner: string) => Promise<BatchStatus | undefined>;
  /** @returns undefined unless the image is done. */
  readonly resultOf: (place: ImagePlace, owner: string) => Promise<ImageResult | undefined>;
  /** @returns false when there is no such batch. */
  readonly remove: (id: string, owner: string) => Promise<boolean>;
}

/** The part of the batches that a worker uses. */
export interface BatchWork {
  /** @returns undefined when the image is finished or its batch was removed. */
  readonly begin: (place: ImagePlace) => Promise<BegunImage | undefined>;
  /** @throws when the batch was removed meanwhile. */
  readonly sourceOf: (place: ImagePlace) => Promise<Uint8Array>;
  /** Stores the result and removes the source, unless another worker was first. @returns whether it was stored. */
  readonly finish: (place: ImagePlace, result: ImageResult) => Promise<boolean>;
  /** Stores the error and removes the source, unless another worker was first. @returns whether it was stored. */
  readonly fail: (place: ImagePlace, error: ImageError) => Promise<boolean>;
  /** Puts an image back into the queue. */
  readonly postpone: (place: ImagePlace, postponement: Postponement) => Promise<void>;
}

export interface Postponement {
  readonly seconds: number;
  /** Whether the attempt counts, because something went wrong. */
  readonly isAttempt: boolean;
  /** The fetched file and its size, so that it is not fetched again. */
  readonly fetched?: { readonly bytes: Uint8Array; readonly megapixels: number };
}
