import type * as z from 'zod/mini';

import type { Rect, Size } from '../geometry/rect.ts';
import type { Scratch } from './rasterize-stroke.ts';

/** A part of an image in which some alpha must be estimated. */
export interface MatteRegion extends Size {
  /** Pixels of the source image, RGBA, 8-bit sRGB. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Alpha 0…255. It is a guess where `unknown` is set. */
  readonly matte: Uint8ClampedArray<ArrayBuffer>;
  /** 1 for each pixel whose alpha must be estimated, else 0. */
  readonly unknown: Uint8Array<ArrayBuffer>;
}

/** Estimates the unknown alpha of a region. @returns the whole matte of the region. */
export type RefineRegion = (region: MatteRegion) => Promise<Uint8ClampedArray>;

/** Reads the source image's pixels in a rectangle, RGBA, 8-bit sRGB. */
export type ReadPixels = (rect: Rect) => Uint8ClampedArray<ArrayBuffer> | Promise<Uint8ClampedArray<ArrayBuffer>>;

/**
 * Called once with the rectangle that is about to be written, before the first write. It is not called when nothing is
 * written.
 */
export type BeforeWrite = (rect: Rect) => void;

/** Pixels that replace those of the source image. */
export interface PixelPatch {
  readonly rect: Rect;
  /** RGBA, row by row of `rect`. Alpha is 255 where the image is replaced, and 0 where it stays. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Data that an edit changes, and functions that it may use. */
export interface EditTarget {
  /** Alpha 0…255, row by row. It is written in place, only after `beforeWrite`, and only within that rectangle. */
  readonly matte: Uint8ClampedArray<ArrayBuffer>;
  /** Size of the matte and of the image. */
  readonly size: Size;
  readonly beforeWrite: BeforeWrite;
  /** Reads the image with the pixels that earlier edits have replaced. */
  readonly readPixels: ReadPixels;
  /** Replaces pixels of the image, once at most. Without it, the edit changes the matte alone. */
  readonly replacePixels: (patch: PixelPatch) => void;
  readonly refineRegion: RefineRegion;
  /** Memory that `rasterizeStroke` reuses. */
  readonly scratch: Scratch;
  /**
   * Yields to the event loop. An edit awaits it at least every 100 ms, but not between its first and last write. It
   * throws when the job was aborted.
   */
  readonly yieldToEventLoop: () => Promise<void>;
}

/** Params of an edit: plain data with a `kind`. Edits with equal data have equal effects on equal mattes. */
export interface EditParams {
  readonly kind: string;
}

/** Definition of one kind of edit: the schema of its params, and the function that changes a matte. */
export interface EditDefinition<Params extends EditParams = EditParams> {
  readonly kind: Params['kind'];
  /** Schema of the params. The worker checks params with it before it calls `apply`. */
  readonly schema: z.ZodMiniType<Params>;
  /**
   * Applies an edit. When it throws, its writes are undone.
   * @throws {CompositorError} with the code that the job shall fail with.
   */
  apply(params: Params, target: EditTarget): void | Promise<void>;
}

/** Type of the params that a definition accepts. */
export type EditOf<Definition> = Definition extends { readonly schema: z.ZodMiniType<infer Params> }
  ? Readonly<Params>
  : never;

/**
 * Defines a kind of edit. To add it to a worker, list it in the `edits` given to `serveCompositor`.
 * @param schema an object whose `kind` is a literal.
 */
export function defineEdit<const Kind extends string, Params extends { readonly kind: Kind }>(
  kind: Kind,
  schema: z.ZodMiniType<Params>,
  apply: EditDefinition<Params>['apply'],
): EditDefinition<Params> {
  return { kind, schema, apply };
}
