import type { SourceImage } from '../model/source-image.ts';

/** Temporary access to an image's pixels. The caller must use them before it awaits anything. */
export interface BorrowedBitmap {
  readonly bitmap: ImageBitmap;
  readonly giveBack: () => void;
}

/** Lends the bitmap of an image, or decodes the image if its bitmap is missing or was closed meanwhile. */
export async function borrowBitmap({ file, bitmap }: Pick<SourceImage, 'file' | 'bitmap'>): Promise<BorrowedBitmap> {
  // A closed bitmap has no size.
  if (bitmap && bitmap.width > 0) return { bitmap, giveBack: () => undefined };
  const decoded = await createImageBitmap(file, { imageOrientation: 'from-image' });
  return { bitmap: decoded, giveBack: () => decoded.close() };
}
