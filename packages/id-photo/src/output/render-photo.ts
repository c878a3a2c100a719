import { type Compositor, encodeToRange, type JobOptions, type Matte, type Size, type SizedFile } from '@isola/imaging';

import { type DocumentSpec, fileSizeBytes } from '../documents/document.ts';
import type { PhotoPlacement } from '../placement/place-head.ts';

export interface PhotoRequest {
  readonly document: DocumentSpec;
  readonly placement: PhotoPlacement;
  /** `#rrggbb`: behind the subject, and wherever the photo goes beyond the image. */
  readonly background: string;
}

/**
 * Renders the finished photo: a JPEG in exact pixels, with its resolution written into it, of a size in the document's range.
 * @param compositor of the image and its matte. For a photo that is only cropped, of the image and `opaqueMatte`: then no
 *   pixel of it is changed but by the crop.
 * @throws {CompositorError} what the compositor rejects with; `processing-failed` also where no quality fits the maximum.
 */
export function renderPhoto(
  compositor: Pick<Compositor, 'encode'>,
  { document, placement, background }: PhotoRequest,
  options?: JobOptions,
): Promise<SizedFile> {
  const params = { transform: placement.transform, background: { kind: 'color', color: background } } as const;
  return encodeToRange(fileSizeBytes(document), (quality, maxBytes) =>
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

/** A matte that keeps the whole image, its own background included. */
export function opaqueMatte({ widthPx, heightPx }: Size): Matte {
  return { widthPx, heightPx, data: new Uint8ClampedArray(widthPx * heightPx).fill(255) };
}
