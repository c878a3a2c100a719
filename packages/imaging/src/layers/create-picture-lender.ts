import { CompositorError } from '../job/compositor-error.ts';
import type { LendPicture } from './prepare-layers.ts';

/** Lends the decoded pictures of layers, each of which is decoded once. */
export interface PictureLender {
  readonly lend: LendPicture;
  /** Frees the memory of all pictures. */
  readonly close: () => void;
}

export function createPictureLender(): PictureLender {
  const pictures = new Map<Blob, Promise<ImageBitmap>>();
  return {
    lend(file) {
      const known = pictures.get(file);
      if (known) return known;
      const picture = decoded(file);
      pictures.set(file, picture);
      return picture;
    },
    close() {
      for (const picture of pictures.values()) {
        picture.then(
          (bitmap) => bitmap.close(),
          () => undefined,
        );
      }
      pictures.clear();
    },
  };
}

async function decoded(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    throw new CompositorError('unsupported-format', 'the picture of a layer cannot be decoded', { cause });
  }
}
