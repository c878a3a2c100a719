import * as z from 'zod/mini';

import type { ComposedLayers } from '../compose/compose-layers.ts';
import type { CameraMetadata } from '../metadata/camera-metadata.ts';
import type { Raster } from '../raster/raster.ts';

const creditText = z.string().check(z.maxLength(1000));

/** Options that every format accepts in addition to its own. */
export const commonEncoding = {
  /** Resolution for printing, 1…2400, which is written into the file. It changes no pixel. */
  dotsPerInch: z.optional(z.int().check(z.minimum(1), z.maximum(2400))),
  /** Largest size of the file, metadata included. First colours or quality are reduced, then the size in px. */
  maxBytes: z.optional(z.number().check(z.positive())),
  /** True when the size in px must stay. Then `maxBytes` is met by lower quality or fewer colours, or not at all. */
  keepsSize: z.optional(z.boolean()),
  /** True when camera metadata is copied from the source image, as far as `cameraTags` allows. */
  includesMetadata: z.optional(z.boolean()),
  /** Name of the author, which is written into the file. */
  author: z.optional(creditText),
  /** Copyright notice, which is written into the file. */
  copyright: z.optional(creditText),
};

/** Schema of a quality, 1…100. */
export const quality = z.number().check(z.minimum(1), z.maximum(100));

/** Names of the layers of a file. */
export interface LayerNames {
  readonly background: string;
  readonly shadow: string;
  /** Name of the photograph's own shadow; that of a shadow by default. */
  readonly photographed?: string | undefined;
  /** Name of a reflection; English by default. */
  readonly reflection?: string | undefined;
  readonly outline: string;
  readonly subject: string;
}

/** Params of any encoder: the format and its options. @see commonEncoding */
export interface EncodingParams {
  readonly format: string;
  /** Quality of a lossy format, 1…100. */
  readonly quality?: number | undefined;
  readonly dotsPerInch?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly keepsSize?: boolean | undefined;
  readonly includesMetadata?: boolean | undefined;
  readonly author?: string | undefined;
  readonly copyright?: string | undefined;
  readonly bleedMm?: number | undefined;
  readonly hasCropMarks?: boolean | undefined;
  /** Names of the layers, for a format that has layers. */
  readonly layerNames?: LayerNames | undefined;
}

/** Input of an encoder, in addition to the pixels. */
export interface EncoderTask<Params> {
  readonly params: Params;
  /** Camera metadata to be written; undefined when none is. */
  readonly metadata: CameraMetadata | undefined;
  /** Yields to the event loop. The encoder awaits it at least every 100 ms; it throws when the job was aborted. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Size of the raster relative to that of the result, at most 1. */
  readonly scale: number;
  /** Reports the number of the raster's rows that are encoded. */
  readonly reportRows: (count: number) => void;
  /** Aborted when the encoding ends or its job is aborted. The encoder then frees what it holds outside of this thread. */
  readonly lifetime: AbortSignal;
  /** Returns the parts of the result, of the raster's size. Undefined when the raster was not composed. */
  readonly readLayers: (() => Promise<ComposedLayers>) | undefined;
}

/** Definition of one file format. */
export interface EncoderDefinition<Params extends EncodingParams = EncodingParams> {
  readonly format: Params['format'];
  /** Schema of the params. The worker checks params with it. */
  readonly schema: z.ZodMiniType<Params>;
  /** True when `params.quality` affects the file. Lower qualities are then tried when the file exceeds `maxBytes`. */
  readonly isLossy: boolean;
  /** True when the format also supports palettes. Fewer colours are then tried when the file exceeds `maxBytes`. */
  readonly hasPalette?: boolean;
  /** Largest image that the format or its encoder can hold. Default: as large as a result can be. */
  readonly maxSidePx?: number;
  readonly maxPixels?: number;
  /** Returns the width of a margin, in px, by which the file shows more than the result on each side. Default: none. */
  marginPx?(params: Params): number;
  /**
   * Prepares one raster for encoding, perhaps several times.
   * @returns a function that encodes the raster. Its argument is the quality, 1…100, of a lossy format, or the
   *   largest number of colours, 2…256, of one with a palette. It is undefined for a format that has neither, and when
   *   every colour stays as it is.
   * @throws {CompositorError} with the code that the job shall fail with.
   */
  open(raster: Raster, task: EncoderTask<Params>): (reduction: number | undefined) => Promise<Blob | PaletteFile>;
}

/** A file whose pixels refer to a palette. */
export interface PaletteFile {
  readonly file: Blob;
  /** Number of colours, 1…256. */
  readonly colorCount: number;
}

/** Type of the params that an encoder accepts. */
export type EncodingOf<Definition> = Definition extends { readonly schema: z.ZodMiniType<infer Params> }
  ? Readonly<Params>
  : never;

/** Defines a file format. To add it to a worker, list it in the `encoders` given to `serveCompositor`. */
export function defineEncoder<const Format extends string, Params extends EncodingParams & { format: Format }>(
  format: Format,
  definition: Omit<EncoderDefinition<Params>, 'format'>,
): EncoderDefinition<Params> {
  return { format, ...definition };
}
