import { useSessionState } from '@isola/editor/react';
import { useEffect, useState } from 'react';

import type { FaceSearch } from '../faces/create-face-search.ts';
import type { PhotoWork } from './photo-work.ts';
import { createPhotoRenderer, type PhotoRenderer } from './output/create-photo-renderer.ts';
import { imageKey, rememberedWork, rememberWork } from './remembered-work.ts';
import type { StagePictures } from './stage/stage-canvas.tsx';

export interface OpenPhoto {
  readonly pictures: StagePictures | undefined;
  readonly renderer: PhotoRenderer | undefined;
  /** `retry` is present when the search for faces failed. */
  readonly faces: { readonly retry?: () => void };
}

const none: OpenPhoto = { pictures: undefined, renderer: undefined, faces: {} };

/**
 * Opens each result of the host’s session in the work, and returns the images to draw and the renderer of the files.
 * @param search finds the faces in the image. Without it, the guides follow the outline.
 */
export function useOpenPhoto(work: PhotoWork, search: FaceSearch | undefined): OpenPhoto {
  const session = useSessionState();
  const image = session.state === 'done' ? session.image : undefined;
  const segmentation = session.state === 'done' ? session.segmentation : undefined;
  const isOpening = session.state === 'working';
  const [open, setOpen] = useState<Omit<OpenPhoto, 'faces'> & { readonly of?: object }>(none);
  const bitmap = open.of === segmentation ? open.pictures?.image : undefined;
  const faces = useFaces(work, search, bitmap);
  useEffect(() => {
    if (isOpening) search?.prepare();
  }, [isOpening, search]);
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
  return open.of === segmentation ? { ...open, faces } : none;
}

/** Searches faces in each image, and passes them to the work. */
function useFaces(
  work: PhotoWork,
  search: FaceSearch | undefined,
  bitmap: StagePictures['image'] | undefined,
): OpenPhoto['faces'] {
  const [failed, setFailed] = useState<{ readonly bitmap: object }>();
  useEffect(() => {
    if (!search || !bitmap || failed?.bitmap === bitmap) return undefined;
    const stop = new AbortController();
    search.find(bitmap, { signal: stop.signal }).then(work.seeFaces, () => {
      if (!stop.signal.aborted) setFailed({ bitmap });
    });
    return () => stop.abort();
  }, [work, search, bitmap, failed]);
  return failed && failed.bitmap === bitmap ? { retry: () => setFailed(undefined) } : {};
}
