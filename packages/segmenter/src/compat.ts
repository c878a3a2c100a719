/**
 * The functions of `@imgly/background-removal` 1.7 on this package's segmenter, so that a project changes one import.
 * `docs/from-imgly.md` lists what differs.
 */
import type { OnProgress, Segmenter } from './public-api.ts';
import { type Config, type ResolvedConfig, resolveConfig } from './compat/config.ts';
import { alphaOf, encode, type ImageSource, readPixels, scaled, toSource } from './compat/pixels.ts';
import { sharedSegmenter } from './shared/shared-segmenter.ts';

export type { Config, OutputFormat } from './compat/config.ts';
export type { ImageSource, NdArray } from './compat/pixels.ts';

/**
 * Loads the model before the first image.
 * @throws {SegmenterError} the errors of `segmenter.warmUp`; {RangeError} for a value that an option cannot have.
 * @example
 * await preload({ publicPath: '/models/' });
 */
export async function preload(configuration?: Config): Promise<void> {
  const config = resolveConfig(configuration);
  await segmenterOf(config).warmUp({ onProgress: downloadProgress(config) });
}

/**
 * Removes the background of an image.
 * @throws {SegmenterError} the errors of `segmenter.segment`; {RangeError} for a value that an option cannot have.
 * @example
 * const blob = await removeBackground(file);
 * image.src = URL.createObjectURL(blob);
 */
export async function removeBackground(image: ImageSource, configuration?: Config): Promise<Blob> {
  const config = resolveConfig(configuration);
  const { progress } = config;
  const compute = createComputeProgress(progress);
  compute('compute:decode');
  const onDownload = downloadProgress(config);
  const onProgress: OnProgress = (report) => {
    onDownload(report);
    if (report.stage === 'segmenting') compute('compute:inference');
    if (report.stage === 'postprocessing') compute('compute:mask');
  };
  const source = await toSource(image);
  const isOwnPng = config.format === 'image/png' && config.isRescaled;
  const { png, pixels, widthPx, heightPx } = await segmenterOf(config).segment(source, {
    onProgress,
    outputs: isOwnPng ? ['png'] : ['pixels'],
  });
  compute('compute:encode');
  const blob = isOwnPng ? png : await encode(new ImageData(pixels, widthPx, heightPx), config);
  progress('compute:encode', computeKeys.length, computeKeys.length);
  return blob;
}

export default removeBackground;

/**
 * Removes the subject of an image and keeps its background.
 * @throws {SegmenterError} see `removeBackground`.
 * @example
 * const blob = await removeForeground(file);
 */
export async function removeForeground(image: ImageSource, configuration?: Config): Promise<Blob> {
  const config = resolveConfig(configuration);
  const original = await readPixels(image);
  const matte = await matteOf(original, config);
  const pixels = new ImageData(original.data.slice(), original.width, original.height);
  for (const [index, share] of matte.entries()) {
    const alpha = index * 4 + 3;
    pixels.data[alpha] = Math.round(((original.data[alpha] ?? 0) * (255 - share)) / 255);
  }
  return encode(pixels, config);
}

/**
 * Finds the subject of an image. The result is white, and its alpha is the mask.
 * @throws {SegmenterError} see `removeBackground`.
 * @example
 * const mask = await segmentForeground(file);
 * const blob = await applySegmentationMask(file, mask);
 */
export async function segmentForeground(image: ImageSource, configuration?: Config): Promise<Blob> {
  const config = resolveConfig(configuration);
  const source = await toSource(image);
  const { matte } = await segmenterOf(config).segment(source, { onProgress: downloadProgress(config), outputs: [] });
  const pixels = new ImageData(matte.widthPx, matte.heightPx);
  pixels.data.fill(255);
  for (const [index, share] of matte.data.entries()) pixels.data[index * 4 + 3] = share;
  return encode(pixels, config);
}

/** Another name of `segmentForeground`. */
export const alphamask: typeof segmentForeground = segmentForeground;

/**
 * Gives an image the alpha of a mask, which is scaled to the image's size.
 * @param mask a result of `segmentForeground`, or any image with transparency.
 * @throws {SegmenterError} when an image cannot be read; {RangeError} for a value that an option cannot have.
 * @example
 * const blob = await applySegmentationMask(file, await segmentForeground(file));
 */
export async function applySegmentationMask(
  image: ImageSource,
  mask: ImageSource,
  configuration?: Config,
): Promise<Blob> {
  const config = resolveConfig(configuration);
  const { data, width, height } = await readPixels(image);
  const alpha = alphaOf(await scaled(await readPixels(mask), width, height));
  const pixels = new ImageData(data.slice(), width, height);
  for (const [index, share] of alpha.entries()) pixels.data[index * 4 + 3] = share;
  return encode(pixels, config);
}

/** Keys of the progress, in order. */
const computeKeys = ['compute:decode', 'compute:inference', 'compute:mask', 'compute:encode'] as const;

/** Returns a function that reports a key, and before it each earlier key that was not reported. */
function createComputeProgress(progress: ResolvedConfig['progress']): (key: (typeof computeKeys)[number]) => void {
  let reported = 0;
  return (key) => {
    for (; reported <= computeKeys.indexOf(key); reported += 1) {
      progress(computeKeys[reported] ?? key, reported, computeKeys.length);
    }
  };
}

function downloadProgress({ progress, fetchKey }: ResolvedConfig): OnProgress {
  return ({ unit, loaded, total }) => unit === 'bytes' && progress(fetchKey, loaded, total);
}

async function matteOf(pixels: ImageData, config: ResolvedConfig): Promise<Uint8ClampedArray> {
  const options = { onProgress: downloadProgress(config), outputs: [] };
  const { matte } = await segmenterOf(config).segment(pixels, options);
  return matte.data;
}

function segmenterOf({ manifestUrl, modelRequest, isDebugged }: ResolvedConfig): Segmenter {
  const onEvent = (event: object) => console.debug(event);
  return sharedSegmenter({ manifestUrl, modelRequest, ...(isDebugged && { onEvent }) });
}
