import { context2d, type Size } from '@isola/imaging';

import type { DecodedPhoto } from './measure-photo.ts';

/**
 * Decodes a finished file with the browser's own decoder, so that the pixels are those that a shop's page shows.
 * @param corner size of the top left part to decode. Without it the whole file is decoded.
 * @throws {DOMException} when the browser cannot decode the file.
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
