import * as z from 'zod/mini';

import type { Affine } from '../geometry/affine.ts';
import type { Size } from '../geometry/rect.ts';
import type { CutoutSource } from '../raster/raster.ts';

/** An opaque background in linear light, which is read row by row. */
export interface BackgroundRows {
  /**
   * Reads one row.
   * @param row index from the top, starting at 0. Rows may be read in any order; reading from top to bottom is
   *   fastest.
   * @param into `widthPx × 3` values, 0…1; overwritten.
   */
  readonly readRow: (row: number, into: Float32Array) => void;
}

/** Size and context that a background is rendered for. */
export interface BackgroundScene extends Size {
  /** Map from px of the result to px of the source image. Pixel centres lie at 0.5. */
  readonly toPhoto: Affine;
  /** Size of the source image. */
  readonly photo: Size;
  /**
   * Returns the decoded pixels of the source image. The lender still owns the bitmap, so the background must not close
   * it. Undefined when only the image's file is available.
   */
  readonly lendPhoto?: (() => Promise<ImageBitmap>) | undefined;
  /** Cutout in px of the source image. Undefined when a blurred background shall not exclude the subject. */
  readonly subject?: CutoutSource | undefined;
}

export interface OpenBackground {
  /** Rows of the background; undefined for a transparent one. */
  readonly rows: BackgroundRows | undefined;
  /** Frees the resources that the rows are read from. */
  readonly close?: () => void;
}

/** Definition of one kind of background: the schema of its params, and the function that renders it. */
export interface BackgroundDefinition<Params extends BackgroundParams = BackgroundParams> {
  readonly kind: Params['kind'];
  /** Schema of the params. The worker checks params with it before it calls `open`. */
  readonly schema: z.ZodMiniType<Params>;
  /**
   * True when the background moves with the source image, as a blurred original does. Others stay in place in the
   * result.
   */
  readonly followsImage: boolean;
  /**
   * Prepares the background for a scene.
   * @param yieldToEventLoop to be awaited at least every 100 ms; it throws when the job was aborted.
   * @throws {CompositorError} with the code that the job shall fail with.
   */
  open(
    params: Params,
    scene: BackgroundScene,
    yieldToEventLoop: () => Promise<void>,
  ): OpenBackground | Promise<OpenBackground>;
}

/**
 * Params of a background: plain data with a `kind`. A top-level property may be a `Blob`, which is sent to the worker
 * once.
 */
export interface BackgroundParams {
  readonly kind: string;
}

/** Type of the params that a definition accepts. */
export type ParamsOf<Definition> = Definition extends { readonly schema: z.ZodMiniType<infer Params> }
  ? Readonly<Params>
  : never;

/**
 * Defines a kind of background. To add it to a worker, list it in the `backgrounds` given to `serveCompositor`.
 * @param schema an object whose `kind` is a literal.
 */
export function defineBackgroundSource<const Kind extends string, Params extends { kind: Kind }>(
  kind: Kind,
  schema: z.ZodMiniType<Params>,
  open: BackgroundDefinition<Params>['open'],
  { followsImage = false }: Partial<Pick<BackgroundDefinition, 'followsImage'>> = {},
): BackgroundDefinition<Params> {
  return { kind, schema, followsImage, open };
}

/** Schema of a colour, `#rrggbb`. */
export const hexColor = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));

/** Schema of a strength, 0…100. */
export const percent = z.number().check(z.minimum(0), z.maximum(100));
