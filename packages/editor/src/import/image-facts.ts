import { hasOwnTransparency, readImageHeader } from '@isola/segmenter';

import { borrowBitmap } from '../image/borrow-bitmap.ts';
import type { SourceImage } from '../model/source-image.ts';

export interface ImageFacts {
  /** Whether the file moves. */
  readonly animated: boolean;
  /** Whether the image was cut out already when it came; see `hasOwnTransparency`. */
  readonly transparent: boolean;
}

const known = new WeakMap<Blob, Promise<ImageFacts>>();

/** Looks at an image that is open already, once. */
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
