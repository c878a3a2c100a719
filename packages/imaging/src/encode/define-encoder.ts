import * as z from 'zod/mini';

import type { CameraMetadata } from '../metadata/camera-metadata.ts';
import type { Raster } from '../raster/raster.ts';

/** What every format takes beside its own options. */
export const commonEncoding = {
  /** Written into the file for printing, 1…2400; it changes no pixel. */
  dotsPerInch: z.optional(z.int().check(z.minimum(1), z.maximum(2400))),
  /** The largest size of the file, metadata included: first colours or quality are reduced, then the size in px. */
  maxBytes: z.optional(z.number().check(z.positive())),
  /** Whether the size in px stays: then `maxBytes` is met by less quality or fewer colours alone, or not at all. */
  keepsSize: z.optional(z.boolean()),
  /** Whether camera metadata is copied from the source image, as far as `cameraTags` allows. */
  includesMetadata: z.optional(z.boolean()),
};

/** 1…100. */
export const quality = z.number().check(z.minimum(1), z.maximum(100));

/** What a file is encoded as. */
export interface EncodingParams {
  readonly format: string;
  /** 1…100, for a lossy format. */
  readonly quality?: number | undefined;
  readonly dotsPerInch?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly keepsSize?: boolean | undefined;
  readonly includesMetadata?: boolean | undefined;
}

/** What an encoder is given beside the pixels. */
export interface EncoderTask<Params> {
  readonly params: Params;
  /** Undefined where none is to be written. */
  readonly metadata: CameraMetadata | undefined;
  /** Yields to the event loop. The encoder awaits it at least every 100 ms; it throws when the job was aborted. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** How many of the raster's rows are encoded. */
  readonly reportRows: (count: number) => void;
}

/** One file format. */
export interface EncoderDefinition<Params extends EncodingParams = EncodingParams> {
  readonly format: Params['format'];
  /** Params are checked in the worker. */
  readonly schema: z.ZodMiniType<Params>;
  /** Whether `params.quality` changes the file: then less of it is tried where the file is larger than `maxBytes`. */
  readonly isLossy: boolean;
  /** Whether it also writes a palette: then fewer colours are tried where the file is larger than `maxBytes`. */
  readonly hasPalette?: boolean;
  /**
   * Prepares one raster for encoding, perhaps several times.
   * @returns encodes it: a lossy format with a quality of 1…100; one with a palette in at most so many colours, 2…256.
   *   Undefined is for a format that has neither, and for all colours as they are.
   * @throws {CompositorError} with the code that the job fails with.
   */
  open(raster: Raster, task: EncoderTask<Params>): (reduction: number | undefined) => Promise<Blob | PaletteFile>;
}

/** A file whose pixels have the colours of a palette. */
export interface PaletteFile {
  readonly file: Blob;
  /** 1…256. */
  readonly colorCount: number;
}

/** The params that an encoder takes. */
export type EncodingOf<Definition> = Definition extends { readonly schema: z.ZodMiniType<infer Params> }
  ? Readonly<Params>
  : never;

/** Defines a file format. To add one to a worker, name it in the list given to `serveCompositor`. */
export function defineEncoder<const Format extends string, Params extends EncodingParams & { format: Format }>(
  format: Format,
  definition: Omit<EncoderDefinition<Params>, 'format'>,
): EncoderDefinition<Params> {
  return { format, ...definition };
}
