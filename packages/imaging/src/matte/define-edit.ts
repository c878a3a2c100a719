import type * as z from 'zod/mini';

import type { Rect, Size } from '../geometry/rect.ts';
import type { Scratch } from './rasterize-stroke.ts';

/** A part of an image whose alpha is partly to be estimated. */
export interface MatteRegion extends Size {
  /** The original's, RGBA, 8-bit sRGB. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** 0…255; a guess where `unknown` is set. */
  readonly matte: Uint8ClampedArray<ArrayBuffer>;
  /** 1 where the alpha is to be estimated, else 0. */
  readonly unknown: Uint8Array<ArrayBuffer>;
}

/** @returns the region's matte, estimated where it was unknown. */
export type RefineRegion = (region: MatteRegion) => Promise<Uint8ClampedArray>;

/** @returns the image's pixels in a rectangle, RGBA, 8-bit sRGB. */
export type ReadPixels = (rect: Rect) => Uint8ClampedArray<ArrayBuffer> | Promise<Uint8ClampedArray<ArrayBuffer>>;

/** Called with the rectangle that is about to be written, once; not called where nothing is written. */
export type BeforeWrite = (rect: Rect) => void;

/** What an edit changes, and what it may read. */
export interface EditTarget {
  /** Alpha 0…255, row by row; written in place, only after `beforeWrite`, only in that rectangle. */
  readonly matte: Uint8ClampedArray<ArrayBuffer>;
  /** The matte's and the image's. */
  readonly size: Size;
  readonly beforeWrite: BeforeWrite;
  readonly readPixels: ReadPixels;
  readonly refineRegion: RefineRegion;
  /** Memory that `rasterizeStroke` reuses. */
  readonly scratch: Scratch;
  /** Yields to the event loop. An edit awaits it at least every 100 ms, but not between its first and last write. It throws when the job was aborted. */
  readonly yieldToEventLoop: () => Promise<void>;
}

/** Plain data with a `kind`: two edits with the same data do the same to the same matte. */
export interface EditParams {
  readonly kind: string;
}

/** One kind of edit: what it is described by, and how it changes a matte. */
export interface EditDefinition<Params extends EditParams = EditParams> {
  readonly kind: Params['kind'];
  /** Params are checked in the worker before `apply` is called. */
  readonly schema: z.ZodMiniType<Params>;
  /** @throws {CompositorError} with the code that the job fails with; what was written is taken back. */
  apply(params: Params, target: EditTarget): void | Promise<void>;
}

/** The params that a definition takes. */
export type EditOf<Definition> = Definition extends { readonly schema: z.ZodMiniType<infer Params> }
  ? Readonly<Params>
  : never;

/**
 * Defines a kind of edit. To add one to a worker, name it in the list given to `serveCompositor`.
 * @param schema an object whose `kind` is a literal.
 */
export function defineEdit<const Kind extends string, Params extends { readonly kind: Kind }>(
  kind: Kind,
  schema: z.ZodMiniType<Params>,
  apply: EditDefinition<Params>['apply'],
): EditDefinition<Params> {
  return { kind, schema, apply };
}
