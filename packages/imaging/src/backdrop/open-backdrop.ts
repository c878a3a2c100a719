import type { Affine } from '../affine.ts';
import { magnified, sampled } from '../magnify.ts';
import type { CutoutSource } from '../raster.ts';
import { openStudio } from '../studios/studio.ts';
import { type Backdrop, colorBackdrop, gradientBackdrop } from './backdrop.ts';
import { blurredBehind, blurredPicture, sizeOfBlur } from './blurred.ts';
import type { BlurLayer, Layer, PictureLayer } from './layer.ts';
import { openPicture } from './open-picture.ts';
import { type Fitting, placeOf, resampled, type RowSource, type Size } from './resample.ts';

export interface OpenBackdrop {
  /** Undefined where nothing is behind. */
  readonly backdrop: Backdrop | undefined;
  readonly close: () => void;
}

/** Where a backdrop is seen. */
export interface Scene {
  readonly widthPx: number;
  readonly heightPx: number;
  /** From the result to the photo, both measured from their left top corners: a pixel's middle lies at ½. */
  readonly toPhoto: Affine;
  readonly photo: Size;
  /** The subject where it stands in the photo: its light does not spread when that is blurred. */
  readonly subject?: CutoutSource | undefined;
}

type Turn = () => Promise<void>;

/**
 * Gets ready what lies behind a cut-out.
 * @throws {CompositorError} `unsupported-format` for a picture that cannot be decoded.
 * @throws {RangeError} for a studio that is not known here.
 */
export async function openBackdrop(layer: Layer, scene: Scene, turn: Turn): Promise<OpenBackdrop> {
  const { widthPx, heightPx } = scene;
  switch (layer.kind) {
    case 'transparent':
      return opened(undefined);
    case 'color':
      return opened(colorBackdrop(layer.color));
    case 'gradient':
      return opened(gradientBackdrop(layer, widthPx, heightPx));
    case 'picture':
      return openPlaced(layer, scene, turn);
    case 'blur':
      return opened(await blurredOriginal(layer, scene, turn));
    case 'studio':
      return opened(await openStudio(layer.id, widthPx, heightPx, turn));
    default:
      return layer satisfies never;
  }
}

function opened(backdrop: Backdrop | undefined, close: () => void = () => undefined): OpenBackdrop {
  return { backdrop, close };
}

async function openPlaced(layer: PictureLayer, { widthPx, heightPx }: Scene, turn: Turn): Promise<OpenBackdrop> {
  const result = { widthPx, heightPx };
  const seenIn = layer.blur === 0 ? result : sizeOfBlur(layer.blur, result);
  const picture = await openPicture(layer.picture, (full) => scaleOf(full, seenIn, layer), turn);
  if (layer.blur === 0) return opened(resampled(picture, placeOf(picture, result, layer), result), picture.close);
  try {
    const blurred = await blurredPicture(picture, layer, layer.blur, result, turn);
    return opened({ readRow: magnified(blurred, 3, widthPx, heightPx) });
  } finally {
    picture.close();
  }
}

const whole: Fitting = { fit: 'cover', scale: 1, offsetX: 0, offsetY: 0 };

async function blurredOriginal(layer: BlurLayer, scene: Scene, turn: Turn): Promise<Backdrop> {
  const { photo, subject, toPhoto } = scene;
  const seenIn = subject ? photo : sizeOfBlur(layer.strength, photo);
  const picture = await openPicture(layer.original, (full) => scaleOf(full, seenIn, whole), turn);
  try {
    const blurred = subject
      ? await blurredBehind(inSizeOf(photo, picture), layer.strength, subject, turn)
      : await blurredPicture(picture, whole, layer.strength, photo, turn);
    const [scaleX, scaleY] = [blurred.widthPx / photo.widthPx, blurred.heightPx / photo.heightPx];
    const { a, b, c, d, e, f } = toPhoto;
    const toMap = { a: a * scaleX, b: b * scaleY, c: c * scaleX, d: d * scaleY, e: e * scaleX, f: f * scaleY };
    return { readRow: sampled(blurred, 3, toMap, scene.widthPx) };
  } finally {
    picture.close();
  }
}

function scaleOf(picture: Size, result: Size, fitting: Fitting): number {
  return placeOf(picture, result, fitting).widthPx / picture.widthPx;
}

/** What the segmenter was given may be a smaller copy of the file. */
function inSizeOf(photo: Size, picture: RowSource): Backdrop {
  if (picture.widthPx === photo.widthPx && picture.heightPx === photo.heightPx) return picture;
  return resampled(picture, placeOf(picture, photo, whole), photo);
}
