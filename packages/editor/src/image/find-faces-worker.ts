import { translateError } from '@isola/segmenter';
import { type Face, openFaceFinder } from '@isola/segmenter/faces';

/** Message to the worker, which closes the bitmap. */
export interface FacesRequest {
  readonly bitmap: ImageBitmap;
  /** Address of the manifest that names the networks for faces; that of the segmenter by default. */
  readonly manifestUrl: string | undefined;
}

/** Answer of the worker: boxes in px of the bitmap, or the failure. */
export type FacesAnswer =
  | { readonly boxes: readonly Face['box'][] }
  | { readonly failure: ReturnType<typeof translateError> };

/** The page, as its worker sees it. This file is checked with the types of the DOM, which have no worker scope. */
const page = self as unknown as Worker;

/** Largest number of faces that are found, which covers a photograph of a group. */
const maxFaces = 64;

page.addEventListener('message', ({ data }: MessageEvent<FacesRequest>) => {
  void find(data).then(
    (boxes) => page.postMessage({ boxes } satisfies FacesAnswer),
    (error: unknown) => page.postMessage({ failure: translateError(error) } satisfies FacesAnswer),
  );
});

async function find({ bitmap, manifestUrl }: FacesRequest): Promise<readonly Face['box'][]> {
  const finder = await openFaceFinder(manifestUrl === undefined ? {} : { manifestUrl });
  const { width: widthPx, height: heightPx } = bitmap;
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser could not create a 2D canvas');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = context.getImageData(0, 0, widthPx, heightPx).data;
  return finder.find({ pixels, widthPx, heightPx }, { maxFaces }).map(({ box }) => box);
}
