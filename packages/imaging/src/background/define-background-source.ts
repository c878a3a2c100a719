import * as z from 'zod/mini';

import type { Affine } from '../geometry/affine.ts';
import type { Size } from '../geometry/rect.ts';
import type { CutoutSource } from '../raster/raster.ts';

/** An opaque background, read row by row, in linear light. */
export interface BackgroundRows {
  /**
   * @param row from the top, 0 is the first. Rows may be read in any order; from top to bottom is the quickest.
   * @param into `widthPx × 3` values, 0…1; overwritten.
   */
  readonly readRow: (row: number, into: Float32Array) => void;
}

/** What a background is rendered for. */
export interface BackgroundScene extends Size {
  /** From px of the result to px of the source image; a pixel's centre lies at ½. */
  readonly toPhoto: Affine;
  /** The source image's size. */
  readonly photo: Size;
  /** The source image's pixels, which stay the lender's; undefined where only its file is known. */
  readonly lendPhoto?: (() => Promise<ImageBitmap>) | undefined;
  /** The cutout in px of the source image. Undefined where the subject is not to be excluded from a blurred background. */
  readonly subject?: CutoutSource | undefined;
}

export interface OpenBackground {
  /** Undefined for a transparent background. */
  readonly rows: BackgroundRows | undefined;
  /** Frees what the rows are read from. */
  readonly close?: () => void;
}

/** One kind of background: what it is described by, and how it is rendered. */
export interface BackgroundDefinition<Params extends BackgroundParams = BackgroundParams> {
  readonly kind: Params['kind'];
  /** Params are checked in the worker before `open` is called. */
  readonly schema: z.ZodMiniType<Params>;
  /** Whether it moves with the source image, as a blurred original does; any other stays where it is in the result. */
  readonly followsImage: boolean;
  /**
   * @param yieldToEventLoop to be awaited at least every 100 ms; throws when the job was aborted.
   * @throws {CompositorError} with the code that the job fails with.
   */
  open(
    params: Params,
    scene: BackgroundScene,
    yieldToEventLoop: () => Promise<void>,
  ): OpenBackground | Promise<OpenBackground>;
}

/** Plain data with a `kind`. A property of its own may be a `Blob`, which is sent to the worker once. */
export interface BackgroundParams {
  readonly kind: string;
}

/** The params that a definition takes. */
export type ParamsOf<Definition> = Definition extends { readonly schema: z.ZodMiniType<infer Params> }
  ? Readonly<Params>
  : never;

/**
 * Defines a kind of background. To add one to a worker, name it in the list given to `serveCompositor`.
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

/** `#rrggbb`. */
export const hexColor = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));

/** 0…100. */
export const percent = z.number().check(z.minimum(0), z.maximum(100));
