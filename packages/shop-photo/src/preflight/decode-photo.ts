import { context2d, type Size } from '@isola/imaging';

import type { DecodedPhoto } from './measure-photo.ts';

/**
 * Decodes a finished file with the browser's own decoder: what a shop's page will show.
 * @param corner of the file alone, at its top left.
 * @throws {DOMException} for a file that the browser cannot decode.
 */
export async function decodePhoto(file: Blob, corner?: Size): Promise<DecodedPhoto> {
  const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const;
  const bitmap = corner
    ? await createImageBitmap(file, 0, 0, corner.widthPx, corner.heightPx, options)
    : await createImageBitmap(file, options);
  const { width: widthPx, height: heightPx } = bitmap;
  const context = context2d(widthPx, heightPx, true);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { widthPx, heightPx, data: context.getImageData(0, 0, widthPx, heightPx).data };
}
