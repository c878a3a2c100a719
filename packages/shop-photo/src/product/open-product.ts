import type { DocumentState, ImageDocument, ImageSegmentation } from '@isola/editor';
import {
  type BackgroundParams,
  type Compositor,
  createCompositor,
  type EditParams,
  type EncodingParams,
  isUnedited,
  type LightParams,
  workingSizeOfRun,
} from '@isola/imaging';

import { findSubject, type FoundSubject } from '../layout/find-subject.ts';
import { withoutHaze } from './without-haze.ts';

/** A cut out product: where it is in its image, and what renders it. */
export interface Product {
  readonly name: string;
  readonly subject: FoundSubject;
  /** What was changed of the cutout by hand. */
  readonly edits: DocumentState['matte'];
  readonly compositor: Compositor<BackgroundParams, EncodingParams, EditParams>;
  /** Renders the product with some room round it, for the screen. The caller closes the bitmap. */
  readonly preview: (light: LightParams, signal: AbortSignal) => Promise<ProductPreview>;
  /** Frees what the compositor holds. */
  readonly close: () => void;
}

export interface ProductPreview {
  readonly bitmap: ImageBitmap;
  /** Where the bitmap's top left corner lies in the image, and how many px of the image one of its px has. */
  readonly x: number;
  readonly y: number;
  readonly pxPerPixel: number;
}

/** Of the product's longer side on the screen. */
const previewSidePx = 900;
/** Round the product, as a share of its longer side: as far as a shadow falls. */
const room = 0.4;

/**
 * Opens what was cut out for shop photos, with what was edited by hand.
 * @returns undefined where there is no subject.
 * @throws what the compositor rejects with, and the signal's reason.
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
