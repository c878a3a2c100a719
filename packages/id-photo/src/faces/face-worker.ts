import { context2d } from '@isola/imaging';
import { type FaceFinder, openFaceFinder } from '@isola/segmenter/faces';

import type { MeasuredFace } from './measured-face.ts';
import { measureLight } from './measure-light.ts';
import { wallBeside } from './wall-beside.ts';

/** Message to the worker. Without a bitmap the networks are only loaded. */
export interface FaceRequest {
  readonly call: number;
  readonly manifestUrl: string;
  /** The image; the worker closes it. */
  readonly bitmap?: ImageBitmap;
  readonly search: 'whole' | 'thorough';
}

export type FaceAnswer =
  | { readonly call: number; readonly faces: readonly MeasuredFace[] }
  | { readonly call: number; readonly failure: string };

/** The page, as its worker sees it. This file is checked with the types of the DOM, which have no worker scope. */
const page = self as unknown as Worker;

let finder: Promise<FaceFinder> | undefined;

page.addEventListener('message', ({ data }: MessageEvent<FaceRequest>) => {
  void measure(data).then(
    (faces) => page.postMessage({ call: data.call, faces } satisfies FaceAnswer),
    (error: unknown) => page.postMessage({ call: data.call, failure: String(error) } satisfies FaceAnswer),
  );
});

async function measure({ manifestUrl, bitmap, search }: FaceRequest): Promise<readonly MeasuredFace[]> {
  try {
    finder ??= openFaceFinder({ manifestUrl });
    const { find } = await finder;
    if (!bitmap) return [];
    const { width: widthPx, height: heightPx } = bitmap;
    const context = context2d(widthPx, heightPx, true);
    context.drawImage(bitmap, 0, 0);
    const image = { pixels: context.getImageData(0, 0, widthPx, heightPx).data, widthPx, heightPx };
    return find(image, { search }).map((face) => {
      const { mesh, ...measures } = face;
      return { ...measures, ...measureLight(image, { mesh, box: face.box }), wall: wallBeside(image, face) };
    });
  } catch (error) {
    // The next request tries to load the networks again.
    finder = undefined;
    throw error;
  } finally {
    bitmap?.close();
  }
}
