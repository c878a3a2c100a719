import type { DocumentState, ImageDocument, ImageSegmentation } from '@isola/editor';
import {
  type BackgroundParams,
  type Compositor,
  createCompositor,
  type EditParams,
  type EncodingParams,
  isUnedited,
  type LightParams,
  type Size,
  workingSizeOfRun,
} from '@isola/imaging';

import { findSubject, type FoundSubject } from '../layout/find-subject.ts';
import { withoutHaze } from './without-haze.ts';

/** A product that was cut out: its position in the image, and its compositor. */
export interface Product {
  readonly name: string;
  readonly subject: FoundSubject;
  readonly imageSize: Size;
  /** Manual edits of the cutout. */
  readonly edits: DocumentState['matte'];
  readonly compositor: Compositor<BackgroundParams, EncodingParams, EditParams>;
  /** Renders the product with some space around it, for the screen. The caller closes the bitmap. */
  readonly preview: (light: LightParams, signal: AbortSignal) => Promise<ProductPreview>;
  /** Frees the resources of the compositor. */
  readonly close: () => void;
}

export interface ProductPreview {
  readonly bitmap: ImageBitmap;
  /**
   * Position of the bitmap's top left corner in the image. `pxPerPixel` is the number of image px per px of the bitmap.
   */
  readonly x: number;
  readonly y: number;
  readonly pxPerPixel: number;
}

/** Longer side of the product in the preview, in px. */
const previewSidePx = 900;
/** Space around the product, as a share of its longer side. It is large enough for the longest shadow. */
const room = 0.4;

/**
 * Opens a finished cutout, including its manual edits, for shop photos.
 * @returns undefined when the cutout has no subject.
 * @throws the error of the compositor, or the signal's reason.
 */
export async function openProduct(
  document: ImageDocument,
  segmentation: ImageSegmentation,
  signal: AbortSignal,
): Promise<Product | undefined> {
  const { matte, pixels, png, run } = segmentation;
  const { file: image, bitmap } = document.image;
  const workingSize = workingSizeOfRun(run);
  const source = { image, bitmap, matte, cutout: pixels ?? png.file, workingSize };
  const compositor = createCompositor<BackgroundParams, EncodingParams, EditParams>(source);
  try {
    const { matte: edits } = document.history.getState().state;
    const edited = isUnedited(edits) ? matte : await compositor.editMatte(edits, { signal });
    const subject = findSubject(edited);
    if (!subject) {
      compositor.close();
      return undefined;
    }
    const data = withoutHaze(matte.data, matte, subject.box, 1);
    if (data !== matte.data) {
      const cutout = pixels && withoutHaze(pixels, matte, subject.box, 4);
      compositor.open({ image, bitmap, matte: { ...matte, data }, cutout, workingSize });
    }
    return {
      name: document.image.name,
      subject,
      imageSize: { widthPx: matte.widthPx, heightPx: matte.heightPx },
      edits,
      compositor,
      async preview(light, previewSignal) {
        const { box } = subject;
        const longer = Math.max(box.widthPx, box.heightPx);
        const pxPerPixel = Math.max(1, longer / previewSidePx);
        const [x, y] = [box.x - longer * room, box.y - longer * room];
        const transform = {
          widthPx: Math.ceil((box.widthPx + 2 * longer * room) / pxPerPixel),
          heightPx: Math.ceil((box.heightPx + 2 * longer * room) / pxPerPixel),
          toPhoto: { a: pxPerPixel, b: 0, c: 0, d: pxPerPixel, e: x, f: y },
        };
        const params = { edits, transform, light, background: { kind: 'transparent' } } as const;
        const { bitmap } = await compositor.render(params, { signal: previewSignal, quality: 'full' });
        return { bitmap, x, y, pxPerPixel };
      },
      close: () => compositor.close(),
    };
  } catch (error) {
    compositor.close();
    throw error;
  }
}
