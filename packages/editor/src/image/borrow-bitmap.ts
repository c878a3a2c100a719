import type { SourceImage } from '../model/source-image.ts';

/** An image's pixels for a moment: nothing may be awaited between the return and their use. */
export interface BorrowedBitmap {
  readonly bitmap: ImageBitmap;
  readonly giveBack: () => void;
}

/** Lends the pixels of an image that is decoded already, and decodes any other, or one that was closed meanwhile. */
export async function borrowBitmap({ file, bitmap }: Pick<SourceImage, 'file' | 'bitmap'>): Promise<BorrowedBitmap> {
  // A closed bitmap has no size.
  if (bitmap && bitmap.width > 0) return { bitmap, giveBack: () => undefined };
  const decoded = await createImageBitmap(file, { imageOrientation: 'from-image' });
  return { bitmap: decoded, giveBack: () => decoded.close() };
}
