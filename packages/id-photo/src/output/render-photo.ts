import { type DocumentSpec, fileSizeBytes } from '@isola/photo-specs/documents';
import {
  type Compositor,
  encodeToRange,
  type JobOptions,
  type Matte,
  noEdits,
  type Size,
  type SizedFile,
  type Stroke,
} from '@isola/imaging';

import type { PhotoPlacement } from '../placement/place-head.ts';

export interface PhotoRequest {
  readonly document: DocumentSpec;
  readonly placement: PhotoPlacement;
  /** Colour behind the subject and wherever the photo extends beyond the image, as `#rrggbb`. */
  readonly background: string;
  /** Strokes of the brush, applied to the matte in their order. */
  readonly strokes?: readonly Stroke[];
}

/**
 * Renders the finished photo: a JPEG with the exact pixel size, its resolution in the file, and a file size in the
 * document's range.
 * @param compositor compositor of the image and its matte. For a photo that is only cropped, create it with
 *   `opaqueMatte`, so that only the crop changes the image's pixels.
 * @throws {CompositorError} the error of the compositor; `processing-failed` also when no quality fits the maximum file
 *   size.
 */
export function renderPhoto(
  compositor: Pick<Compositor, 'encode'>,
  { document, placement, background, strokes = [] }: PhotoRequest,
  options?: JobOptions,
): Promise<SizedFile> {
  const params = {
    transform: placement.transform,
    background: { kind: 'color', color: background },
    edits: { ...noEdits, edits: strokes },
  } as const;
  return encodeToRange(fileSizeBytes(document.fileSize ?? {}), (quality, maxBytes) =>
    compositor.encode(
      params,
      {
        format: 'jpeg',
        quality,
        dotsPerInch: placement.dotsPerInch,
        keepsSize: true,
        ...(maxBytes !== undefined && { maxBytes }),
      },
      options,
    ),
  );
}

/** Returns a matte that keeps the whole image, including its own background. */
export function opaqueMatte({ widthPx, heightPx }: Size): Matte {
  return { widthPx, heightPx, data: new Uint8ClampedArray(widthPx * heightPx).fill(255) };
}
