import { decodePicture } from '../raster/decode-picture.ts';
import { tonedPicture, type TonedRequest } from './toned-picture.ts';

/** Lends the decoded pictures of layers, each of which is decoded once. They stay the lender’s. */
export interface PictureLender {
  readonly lend: (picture: Blob) => Promise<ImageBitmap>;
  /** Lends a picture in a tone. The last tone of each picture is computed once. */
  readonly lendToned: (picture: Blob, request: TonedRequest) => Promise<OffscreenCanvas>;
  /** Frees the memory of all pictures except these. None of the others may be in use. */
  readonly keepOnly: (pictures: readonly Blob[]) => void;
  /** Frees the memory of all pictures. */
  readonly close: () => void;
}

export function createPictureLender(): PictureLender {
  const pictures = new Map<Blob, Promise<ImageBitmap>>();
  const toned = new Map<Blob, { readonly key: string; readonly picture: Promise<OffscreenCanvas> }>();

  function lend(file: Blob): Promise<ImageBitmap> {
    const known = pictures.get(file);
    if (known) return known;
    const picture = decodePicture(file, 'the picture of a layer', 'damaged-image').catch((error: unknown) => {
      // The failure may be a lack of memory, so the next job tries again.
      pictures.delete(file);
      throw error;
    });
    pictures.set(file, picture);
    return picture;
  }

  function keepOnly(kept: readonly Blob[]): void {
    for (const [file, picture] of pictures) {
      if (kept.includes(file)) continue;
      picture.then(
        (bitmap) => bitmap.close(),
        () => undefined,
      );
      pictures.delete(file);
      toned.delete(file);
    }
  }

  return {
    lend,
    lendToned(file, request) {
      const key = JSON.stringify(request);
      const known = toned.get(file);
      if (known?.key === key) return known.picture;
      const picture = lend(file)
        .then((bitmap) => tonedPicture(bitmap, request))
        .catch((error: unknown) => {
          if (toned.get(file)?.picture === picture) toned.delete(file);
          throw error;
        });
      toned.set(file, { key, picture });
      return picture;
    },
    keepOnly,
    close: () => keepOnly([]),
  };
}
