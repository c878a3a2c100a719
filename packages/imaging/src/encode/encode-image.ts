import type { Size } from '../geometry/rect.ts';
import * as z from 'zod/mini';

import { CompositorError } from '../job/compositor-error.ts';
import type { Task } from '../job/task.ts';
import type { ComposedLayers } from '../compose/compose-layers.ts';
import type { CameraMetadata } from '../metadata/camera-metadata.ts';
import type { ShadowRefusal } from '../light/photographed/find-photographed-shadow.ts';
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
  /** Reason why the file lacks the photograph's own shadow, although its light contains one. */
  readonly missingShadow?: ShadowRefusal;
  /** Size in px of the image from which the subject was enlarged by the network; undefined when it was not. */
  readonly enlargedFrom?: Size;
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
 * @throws {CompositorError} `processing-failed` when the browser has no encoder for the format, or when even the
 *   smallest image exceeds `maxBytes`; `result-too-large` when the format cannot hold as many pixels. Otherwise the
 *   encoder's error or the signal's reason.
 */
export async function encodeImage(
  raster: Raster,
  { definition, params }: PreparedEncoding,
  { signal, yieldToEventLoop, report }: Task,
  { metadata, readLayers }: EncodedParts = {},
): Promise<EncodedFile> {
  const { maxBytes = Infinity } = params;
  checkSize(definition, raster);
  const longSidePx = Math.max(raster.widthPx, raster.heightPx);
  let attempts = 0;
  let prepared: Prepared | undefined;

  async function open(scale: number): Promise<Prepared> {
    const ended = new AbortController();
    const { widthPx, heightPx } = sizeAt(raster, scale);
    const scaled = scale === 1 ? raster : await reduceRaster(raster, { widthPx, heightPx }, yieldToEventLoop);
    const reportRows = (count: number) => {
      if (maxBytes === Infinity) report('encode', count, heightPx);
    };
    const task = {
      params,
      metadata: params.includesMetadata ? metadata : undefined,
      yieldToEventLoop,
      scale,
      reportRows,
      lifetime: AbortSignal.any([signal, ended.signal]),
      readLayers: readLayers && (async () => scaledLayers(await readLayers(), scaled, yieldToEventLoop)),
    };
    return { scale, ended, encode: definition.open(scaled, task) };
  }

  function release(): void {
    prepared?.ended.abort();
    prepared = undefined;
  }

  async function attempt({ scale, reduction }: Attempt): Promise<PaletteFile | WholeFile> {
    signal.throwIfAborted();
    // The prepared image is released before the next one is made, so that memory holds only one.
    if (prepared?.scale !== scale) release();
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

  async function fit() {
    const minScale = params.keepsSize ? 1 : Math.min(1, minSidePx / longSidePx);
    const whole = definition.hasPalette && (await attemptWhole());
    if (whole) return whole;
    return fitBytes({ maxBytes, range: rangeOf(definition, params), minScale }, async (next) => {
      const file = await attempt(next);
      return { ...file, size: file.file.size };
    });
  }

  const fitted = await fit().finally(release);
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

/** Everything but the pixels that a file may contain. */
export interface EncodedParts {
  /** Result of `readCameraMetadata`. It is left out of the file unless the encoding includes it. */
  readonly metadata?: CameraMetadata | undefined;
  /** Composes the layers of the raster, for formats that have them. */
  readonly readLayers?: (() => Promise<ComposedLayers>) | undefined;
}

/** Scales layers to the size of a reduced result. */
async function scaledLayers(
  layers: ComposedLayers,
  { widthPx, heightPx }: Size,
  yieldToEventLoop: () => Promise<void>,
): Promise<ComposedLayers> {
  const { background, shadow, photographed, reflection, outline, subject, matte, drawGraphics } = layers;
  if (subject.widthPx === widthPx && subject.heightPx === heightPx) return layers;
  const reduce = (raster: Raster) => reduceRaster(raster, { widthPx, heightPx }, yieldToEventLoop);
  const alphas = new Uint8ClampedArray(matte.data.length * 4);
  for (let at = 0; at < matte.data.length; at += 1) alphas[at * 4 + 3] = matte.data[at] ?? 0;
  const { data } = await reduce({ ...matte, data: alphas });
  return {
    background: background && (await reduce(background)),
    shadow: shadow && (await reduce(shadow)),
    photographed: photographed && (await reduce(photographed)),
    reflection: reflection && (await reduce(reflection)),
    outline: outline && (await reduce(outline)),
    subject: await reduce(subject),
    matte: { widthPx, heightPx, data: data.filter((_, at) => at % 4 === 3) },
    drawGraphics,
  };
}

/** An image of one size, ready to be encoded. */
interface Prepared {
  readonly scale: number;
  readonly encode: ReturnType<EncoderDefinition['open']>;
  /** Aborted when no more files of this size are needed. */
  readonly ended: AbortController;
}

/** @throws {CompositorError} `result-too-large`. */
function checkSize({ format, maxSidePx = Infinity, maxPixels = Infinity }: EncoderDefinition, size: Size): void {
  const { widthPx, heightPx } = size;
  if (Math.max(widthPx, heightPx) <= maxSidePx && widthPx * heightPx <= maxPixels) return;
  throw new CompositorError('result-too-large', `“${format}” cannot hold ${widthPx} × ${heightPx} px`);
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
