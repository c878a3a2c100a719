import type { Size } from '../geometry/rect.ts';
import * as z from 'zod/mini';

import { CompositorError } from '../job/compositor-error.ts';
import type { Task } from '../job/task.ts';
import type { CameraMetadata } from '../metadata/camera-metadata.ts';
import type { Raster } from '../raster/raster.ts';
import { reduceRaster } from '../resample/reduce-raster.ts';
import type { EncoderDefinition, EncodingParams, PaletteFile } from './define-encoder.ts';
import { type Attempt, fitBytes, maxTries, type Range } from './fit-bytes.ts';

/** An encoded file and its size in px, which is less than the raster's when `maxBytes` required it. */
export interface EncodedFile extends Size {
  readonly file: Blob;
  /** Quality of the file; undefined for a lossless format. */
  readonly quality?: number;
  /** Number of colours when `maxBytes` required a palette; undefined when every colour was preserved. */
  readonly colorCount?: number;
  /** A small view of the result, when one was requested. */
  readonly preview?: Raster;
}

/** An encoder with checked params. */
export interface PreparedEncoding {
  readonly definition: EncoderDefinition;
  readonly params: EncodingParams;
}

/**
 * Lowest quality that is tried before the image is made smaller. Below it, blocks and ringing are more visible than a
 * smaller image.
 */
const minQuality = 40;
/**
 * Smallest palette that is tried before the image is made smaller. Below it, bands in smooth areas are more visible.
 */
const minColors = 32;
const maxColors = 256;
/** Longer side, in px, below which no image is reduced to save bytes. */
const minSidePx = 16;

/**
 * Finds the encoder for the given params and checks the params.
 * @throws {CompositorError} `processing-failed` when no encoder has that format, or its schema rejects the params.
 */
export function prepareEncoding(definitions: readonly EncoderDefinition[], params: EncodingParams): PreparedEncoding {
  const definition = definitions.find(({ format }) => format === params.format);
  if (!definition) throw new CompositorError('processing-failed', `there is no encoder for “${params.format}”`);
  const checked = definition.schema.safeParse(params);
  if (!checked.success) {
    throw new CompositorError('processing-failed', `encoding “${params.format}”: ${z.prettifyError(checked.error)}`);
  }
  return { definition, params: checked.data };
}

/**
 * Encodes a raster. The file contains its pixels, the sRGB colour space, and what the encoding requests; nothing else.
 * @param raster an opaque raster when the format has no alpha.
 * @param metadata result of `readCameraMetadata`. It is left out of the file unless the encoding includes it.
 * @throws {CompositorError} `processing-failed` when the browser has no encoder for the format, or when even the
 *   smallest image exceeds `maxBytes`. Otherwise the signal's reason.
 */
export async function encodeImage(
  raster: Raster,
  { definition, params }: PreparedEncoding,
  { signal, yieldToEventLoop, report }: Task,
  metadata: CameraMetadata | undefined,
): Promise<EncodedFile> {
  const { maxBytes = Infinity } = params;
  const longSidePx = Math.max(raster.widthPx, raster.heightPx);
  let attempts = 0;
  let prepared: { readonly scale: number; readonly encode: ReturnType<EncoderDefinition['open']> } | undefined;

  async function open(scale: number) {
    const { widthPx, heightPx } = sizeAt(raster, scale);
    const scaled = scale === 1 ? raster : await reduceRaster(raster, { widthPx, heightPx }, yieldToEventLoop);
    const reportRows = (count: number) => {
      if (maxBytes === Infinity) report('encode', count, heightPx);
    };
    const task = { params, metadata: params.includesMetadata ? metadata : undefined, yieldToEventLoop, reportRows };
    return { scale, encode: definition.open(scaled, task) };
  }

  async function attempt({ scale, reduction }: Attempt): Promise<PaletteFile | WholeFile> {
    signal.throwIfAborted();
    // The prepared image is released before the next one is made, so that memory holds only one.
    if (prepared?.scale !== scale) prepared = undefined;
    prepared ??= await open(scale);
    const written = await prepared.encode(reduction);
    attempts += 1;
    if (maxBytes !== Infinity) report('encode', Math.min(attempts, maxTries), maxTries);
    await yieldToEventLoop();
    return written instanceof Blob ? { file: written } : written;
  }

  /**
   * Encodes the whole image and preserves every colour. @returns undefined when that file is larger than `maxBytes`.
   */
  async function attemptWhole() {
    const whole = { scale: 1, reduction: undefined };
    const file = await attempt(whole);
    return file.file.size <= maxBytes ? { ...whole, file } : undefined;
  }

  const minScale = params.keepsSize ? 1 : Math.min(1, minSidePx / longSidePx);
  const fitted =
    (definition.hasPalette && (await attemptWhole())) ||
    (await fitBytes({ maxBytes, range: rangeOf(definition, params), minScale }, async (next) => {
      const file = await attempt(next);
      return { ...file, size: file.file.size };
    }));
  signal.throwIfAborted();
  if (!fitted) throw new CompositorError('processing-failed', `the image cannot be encoded in ${maxBytes} bytes`);
  const size = sizeAt(raster, fitted.scale);
  report('encode', 1, 1);
  const { file, colorCount } = fitted.file;
  return {
    file,
    ...size,
    ...(definition.isLossy && fitted.reduction !== undefined && { quality: fitted.reduction }),
    ...(colorCount !== undefined && { colorCount }),
  };
}

interface WholeFile {
  readonly file: Blob;
  readonly colorCount?: undefined;
}

/**
 * Returns the qualities or colour counts to try. When the size in px must stay, quality 1 or two colours are better
 * than no file.
 */
function rangeOf(
  { isLossy, hasPalette }: EncoderDefinition,
  { quality, keepsSize }: EncodingParams,
): Range | undefined {
  if (isLossy && quality !== undefined) return { highest: quality, lowest: keepsSize ? 1 : minQuality };
  return hasPalette ? { highest: maxColors, lowest: keepsSize ? 2 : minColors } : undefined;
}

function sizeAt({ widthPx, heightPx }: Raster, scale: number) {
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}
