import { useSessionState } from '@isola/editor/react';
import { useEffect, useState } from 'react';

import type { PhotoWork } from './photo-work.ts';
import { createPhotoRenderer, type PhotoRenderer } from './output/create-photo-renderer.ts';
import { imageKey, rememberedWork, rememberWork } from './remembered-work.ts';
import type { StagePictures } from './stage/stage-canvas.tsx';

export interface OpenPhoto {
  readonly pictures: StagePictures | undefined;
  readonly renderer: PhotoRenderer | undefined;
}

const none: OpenPhoto = { pictures: undefined, renderer: undefined };

/**
 * Opens each result of the host’s session in the work, and returns the images to draw and the renderer of the files.
 */
export function useOpenPhoto(work: PhotoWork): OpenPhoto {
  const session = useSessionState();
  const image = session.state === 'done' ? session.image : undefined;
  const segmentation = session.state === 'done' ? session.segmentation : undefined;
  const [open, setOpen] = useState<OpenPhoto & { readonly of?: object }>(none);
  useEffect(() => {
    if (!image || !segmentation) return undefined;
    const key = imageKey(image);
    work.open(segmentation.matte, segmentation.subject === 'found', rememberedWork(key));
    const stop = work.subscribe(({ head, background, isForOtherUses }) => {
      if (head) rememberWork(key, { guides: head.fitted, strokes: head.strokes, background, isForOtherUses });
    });
    const renderer = createPhotoRenderer({
      image: image.file,
      bitmap: image.bitmap,
      matte: segmentation.matte,
      cutout: segmentation.pixels ?? segmentation.png.file,
    });
    let isGone = false;
    let own: ImageBitmap | undefined;
    const show = async () => {
      try {
        const bitmap = image.bitmap ?? (own = await createImageBitmap(image.file));
        if (isGone) return own?.close();
        setOpen({ of: segmentation, renderer, pictures: { image: bitmap, cutout: segmentation.cutout } });
      } catch (error) {
        // If the image cannot be decoded for display, the guides can still be moved and the file still be saved.
        reportError(error);
        if (!isGone) setOpen({ of: segmentation, renderer, pictures: undefined });
      }
      return undefined;
    };
    void show();
    return () => {
      isGone = true;
      stop();
      own?.close();
      renderer.close();
      work.close();
      setOpen(none);
    };
  }, [work, image, segmentation]);
  // The session closes a cutout as soon as another is open, so an outdated one must not be drawn again.
  return open.of === segmentation ? open : none;
}
