import { createImageDocument, type ImageDocument } from '../document/image-document.ts';
import type { SourceImage } from '../model/source-image.ts';
import type { ProjectContent } from './saved-project.ts';
import { type ImageSegmentation, writtenPng } from '../image/image-segmentation.ts';

/** An image that is to lie open again, with all that was made of it. */
export interface Reopened {
  /** Reopened image. The caller revokes its URL and closes its bitmap. */
  readonly image: SourceImage;
  /** Its segmentation. The caller closes its bitmap. */
  readonly segmentation: ImageSegmentation;
  readonly document: ImageDocument;
}

/**
 * @param decoded the original's pixels, where they are known; they become the image's.
 * @throws {RangeError} when the cutout cannot be shown or is of another size than the matte.
 */
export async function reopenProject(
  { name, original, png, matte, facts, history, pictures }: ProjectContent,
  decoded?: ImageBitmap,
): Promise<Reopened> {
  const cutout = await createImageBitmap(png).catch((error: unknown) => {
    throw new RangeError('the cut-out cannot be decoded', { cause: error });
  });
  const { widthPx, heightPx } = matte;
  if (cutout.width !== widthPx || cutout.height !== heightPx) {
    cutout.close();
    throw new RangeError('the cut-out has another size than its matte');
  }
  // When the original cannot be decoded, the cutout is shown without the comparison.
  const bitmap =
    decoded ?? (await createImageBitmap(original, { imageOrientation: 'from-image' }).catch(() => undefined));
  const image = { file: original, name, url: URL.createObjectURL(original), bitmap };
  return {
    image,
    segmentation: { widthPx, heightPx, matte, cutout, pixels: undefined, png: writtenPng(png), ...facts },
    document: createImageDocument(image, { history, pictures }),
  };
}
