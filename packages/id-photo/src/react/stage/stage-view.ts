import { type Affine, inverse, mapped, type Size } from '@isola/imaging';

import { eyesPoint, type GuideName, type HeadGuides, type Point } from '../../geometry/head-guides.ts';
import type { PhotoPlacement } from '../../placement/place-head.ts';

/** Position of the photo on the stage, in CSS px. */
export interface StageView {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** CSS px per px of the photo. */
  readonly scale: number;
}

/** Margins around the photo, in CSS px. They hold the rulers and show a little of the surrounding image. */
const margins = { top: 20, right: 20, bottom: 34, left: 38 };

/** Fits the photo into the stage as large as possible. */
export function stageView(stage: { readonly width: number; readonly height: number }, photo: Size): StageView {
  const [roomX, roomY] = [stage.width - margins.left - margins.right, stage.height - margins.top - margins.bottom];
  const scale = Math.max(0.01, Math.min(roomX / photo.widthPx, roomY / photo.heightPx));
  const [width, height] = [photo.widthPx * scale, photo.heightPx * scale];
  return {
    left: margins.left + (roomX - width) / 2,
    top: margins.top + (roomY - height) / 2,
    width,
    height,
    scale,
  };
}

/** Returns the transform from px of the image to CSS px of the stage. */
export function imageToStage({ transform }: PhotoPlacement, { scale, left, top }: StageView): Affine {
  const { a, b, c, d, e, f } = inverse(transform.toPhoto);
  return { a: a * scale, b: b * scale, c: c * scale, d: d * scale, e: e * scale + left, f: f * scale + top };
}

/** Returns the position of a guide, in px of the image. */
export function guidePoint(guides: HeadGuides, name: GuideName): Point {
  switch (name) {
    case 'crown':
      return guides.crown;
    case 'chin':
      return guides.chin;
    case 'eyes':
      return eyesPoint(guides);
    case 'axis':
      return { x: (guides.crown.x + guides.chin.x) / 2, y: (guides.crown.y + guides.chin.y) / 2 };
    default:
      return name satisfies never;
  }
}

/** Returns the position of a guide, in px of the photo. */
export function guideOnPhoto(guides: HeadGuides, name: GuideName, { transform }: PhotoPlacement): Point {
  const { x, y } = guidePoint(guides, name);
  const [onPhotoX, onPhotoY] = mapped(inverse(transform.toPhoto), x, y);
  return { x: onPhotoX, y: onPhotoY };
}

/** Converts a movement in px of the photo to px of the image. */
export function wayOnImage({ transform: { toPhoto } }: PhotoPlacement, dx: number, dy: number): Point {
  return { x: toPhoto.a * dx + toPhoto.c * dy, y: toPhoto.b * dx + toPhoto.d * dy };
}
