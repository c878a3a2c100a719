import { hasOwnTransparency, readImageHeader } from '@isola/segmenter';

import { borrowBitmap } from '../image/borrow-bitmap.ts';
import type { SourceImage } from '../model/source-image.ts';

export interface ImageFacts {
  /** True when the file is animated. */
  readonly animated: boolean;
  /** True when the image was cut out before it was opened; see `hasOwnTransparency`. */
  readonly transparent: boolean;
}

const known = new WeakMap<Blob, Promise<ImageFacts>>();

/** Inspects an open image. The facts of a file are computed only once. */
export function imageFacts(image: Pick<SourceImage, 'file' | 'bitmap'>): Promise<ImageFacts> {
  const facts = known.get(image.file) ?? look(image);
  known.set(image.file, facts);
  return facts;
}

async function look(image: Pick<SourceImage, 'file' | 'bitmap'>): Promise<ImageFacts> {
  const header = await readImageHeader(image.file);
  const animated = header?.animated ?? false;
  if (!header || header.type === 'image/jpeg') return { animated, transparent: false };
  const { bitmap, giveBack } = await borrowBitmap(image);
  const transparent = hasOwnTransparency(bitmap);
  giveBack();
  return { animated, transparent };
}
