import { createImageDocument, type ImageDocument } from '../document/image-document.ts';
import { releaseImage, type SourceImage } from '../model/source-image.ts';
import type { ProjectContent } from './saved-project.ts';
import { type ImageSegmentation, writtenPng } from '../image/image-segmentation.ts';

/** A saved image and its document, opened again. */
export interface Reopened {
  /** Reopened image. The caller revokes its URL and closes its bitmap. */
  readonly image: SourceImage;
  /** Segmentation of the image. The caller closes its bitmap. */
  readonly segmentation: ImageSegmentation;
  readonly document: ImageDocument;
}

/** Frees a saved image that is not shown. */
export function releaseReopened({ image, segmentation }: Pick<Reopened, 'image'> & Partial<Reopened>): void {
  segmentation?.cutout.close();
  releaseImage(image);
}

/**
 * Opens a saved project again.
 * @param decoded Pixels of the original if they are decoded already. The image takes them over.
 * @throws {RangeError} when the cutout cannot be decoded or its size differs from the matte's.
 */
export async function reopenProject(
  { name, original, isDerived, png, matte, facts, history, backgroundImages }: ProjectContent,
  decoded?: ImageBitmap,
): Promise<Reopened> {
  const cutout = await createImageBitmap(png).catch((error: unknown) => {
    throw new RangeError('the cutout cannot be decoded', { cause: error });
  });
  const { widthPx, heightPx } = matte;
  if (cutout.width !== widthPx || cutout.height !== heightPx) {
    cutout.close();
    throw new RangeError('the size of the cutout differs from that of its matte');
  }
  // When the original cannot be decoded, the cutout is shown without the comparison.
  const bitmap =
    decoded ?? (await createImageBitmap(original, { imageOrientation: 'from-image' }).catch(() => undefined));
  const image: SourceImage = {
    file: original,
    name,
    url: URL.createObjectURL(original),
    bitmap,
    ...(isDerived && { isDerived }),
  };
  return {
    image,
    segmentation: { widthPx, heightPx, matte, cutout, pixels: undefined, png: writtenPng(png), ...facts },
    document: createImageDocument(image, { history, backgroundImages }),
  };
}
