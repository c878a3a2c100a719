import type { Segmentation } from '@isola/segmenter';

import { createPhotoDocument, type PhotoDocument } from '../document/image-document.ts';
import type { Photo } from '../session/segmentation-session.ts';
import type { PhotoWork } from './saved-project.ts';

/** A photo that is to lie on the table again, with all that was made of it. */
export interface Reopened {
  /** Its address is the caller's to give back. */
  readonly photo: Photo;
  /** Its bitmap is the caller's to close. */
  readonly result: Segmentation;
  readonly document: PhotoDocument;
}

/** @throws {RangeError} when the cut-out cannot be shown or is of another size than the matte. */
export async function reopen({ name, original, png, matte, facts, history, pictures }: PhotoWork): Promise<Reopened> {
  const cutout = await createImageBitmap(png).catch((error: unknown) => {
    throw new RangeError('the cut-out cannot be decoded', { cause: error });
  });
  const { widthPx, heightPx } = matte;
  if (cutout.width !== widthPx || cutout.height !== heightPx) {
    cutout.close();
    throw new RangeError('the cut-out has another size than its matte');
  }
  const photo = { file: original, name, url: URL.createObjectURL(original) };
  return {
    photo,
    result: { widthPx, heightPx, matte, cutout, png, ...facts },
    document: createPhotoDocument(photo, { history, pictures }),
  };
}
