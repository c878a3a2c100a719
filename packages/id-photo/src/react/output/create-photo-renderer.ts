import { type Compositor, createCompositor, type Matte, type SizedFile } from '@isola/imaging';

import { opaqueMatte, renderPhoto } from '../../output/render-photo.ts';
import type { PlacedPhoto } from '../photo-work.ts';

/** An image with its matte. */
export interface PhotoSource {
  readonly image: Blob;
  readonly bitmap?: ImageBitmap | undefined;
  readonly matte: Matte;
  readonly cutout?: Blob | Uint8ClampedArray | undefined;
}

/** Renders the files of one image, either from its cutout or, when the photo is only cropped, from the whole image. */
export interface PhotoRenderer {
  /** @throws {CompositorError} or the signal’s reason. */
  readonly render: (photo: PlacedPhoto, signal: AbortSignal) => Promise<SizedFile>;
  readonly close: () => void;
}

export function createPhotoRenderer({ image, bitmap, matte, cutout }: PhotoSource): PhotoRenderer {
  const opened = new Map<'cutout' | 'whole', Compositor>();
  const compositorOf = (kind: 'cutout' | 'whole') => {
    const known = opened.get(kind);
    if (known) return known;
    const compositor = createCompositor(
      kind === 'cutout' ? { image, bitmap, matte, cutout } : { image, bitmap, matte: opaqueMatte(matte) },
    );
    opened.set(kind, compositor);
    return compositor;
  };
  return {
    render({ document, placement, background, strokes }, signal) {
      const isWhole = background === 'original';
      return renderPhoto(
        compositorOf(isWhole ? 'whole' : 'cutout'),
        // A photo with the original background is white wherever it extends beyond the image.
        { document, placement, background: isWhole ? '#ffffff' : background, strokes },
        { signal },
      );
    },
    close() {
      for (const compositor of opened.values()) compositor.close();
      opened.clear();
    },
  };
}
