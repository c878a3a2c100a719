import { type DocumentSpec, headRangeMm } from '@isola/photo-specs/documents';
import {
  type Affine,
  chain,
  mapped,
  type OutputTransform,
  rotation,
  scaling,
  type Size,
  translation,
} from '@isola/imaging';

import { headHeightPx, type HeadGuides, tiltDeg } from '../geometry/head-guides.ts';

/** Head height as a share of the photo's height when no source gives one. The value looks like a common ID photo. */
const defaultHeadShare = 0.62;
/** Share of the free height that is above the head when no source gives a margin or an eye line. */
const defaultFreeAbove = 0.4;

/** A crop in the form of the editor's document. `angleDeg` turns the image clockwise under the crop. */
export interface PhotoCrop extends Size {
  /** Centre of the crop. Like its sides, it is in px of the image. */
  readonly centerX: number;
  readonly centerY: number;
  readonly angleDeg: number;
  readonly mirrored: false;
}

/** Position of the photo on the image. */
export interface PhotoPlacement {
  /**
   * Transform for the compositor of `@isola/imaging`: turns the head upright, and has the exact pixel size of the file.
   */
  readonly transform: OutputTransform;
  /** The same area as a crop of the editor. With the transform's size it yields the same pixels. */
  readonly crop: PhotoCrop;
  /** Resolution that is written into the file, so that the photo prints at its size. */
  readonly dotsPerInch: number;
  /** Millimetres of the printed photo per px of the file. Undefined when the document accepts only a file. */
  readonly mmPerPx: number | undefined;
  /** Number of image px per photo px along one side. Below 1 the photo is enlarged and has less detail than pixels. */
  readonly imagePxPerPx: number;
  /**
   * Distance by which the photo extends beyond each edge of the image, in px of the photo. Only the background fills
   * that area.
   */
  readonly beyondPx: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
}

/** Steps from the middle of the head's range towards its maximum. The last step keeps a distance from the maximum. */
const growthSteps = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] as const;

/**
 * Places a document's photo over an image: the head is upright, centred, and has the height and the vertical position
 * that the document asks for. Each is set to the middle of its allowed range.
 * @param image size of the image.
 * @param dotsPerInch resolution of the printed photo when the document does not fix the pixels.
 */
export function placeHead(guides: HeadGuides, document: DocumentSpec, image: Size, dotsPerInch = 300): PhotoPlacement {
  return placeAt(headShareOf(document), guides, document, image, dotsPerInch);
}

/**
 * Places a photo that keeps the image's own background. Nothing may fill the area beyond the image, so the head is
 * enlarged within its allowed range as far as that keeps the photo inside the image. When no allowed height does, the
 * head has the height of `placeHead`.
 */
export function placeHeadInside(
  guides: HeadGuides,
  document: DocumentSpec,
  image: Size,
  dotsPerInch = 300,
): PhotoPlacement {
  const middle = headShareOf(document);
  const most = maxHeadShareOf(document) ?? middle;
  const placements = growthSteps.map((step) =>
    placeAt(middle + (most - middle) * step, guides, document, image, dotsPerInch),
  );
  const [first] = placements;
  const inside = placements.find(({ beyondPx }) => !isBeyond(beyondPx));
  return inside ?? first ?? placeHead(guides, document, image, dotsPerInch);
}

/**
 * Returns whether a photo extends beyond the image. A photo that does so by up to half a pixel is rounded, not too
 * large.
 */
export function isBeyond({ top, right, bottom, left }: PhotoPlacement['beyondPx']): boolean {
  return Math.max(top, right, bottom, left) > 0.5;
}

function placeAt(
  headShare: number,
  guides: HeadGuides,
  document: DocumentSpec,
  image: Size,
  dotsPerInch: number,
): PhotoPlacement {
  const size = outputSize(document, headHeightPx(guides) / headShare, dotsPerInch);
  const headPx = headShare * size.heightPx;
  const imagePxPerPx = headHeightPx(guides) / headPx;
  const mmPerPx = document.size && document.size.heightMm / size.heightPx;
  const crownPx = crownFromTop(guides, document, size.heightPx, headPx);
  const toPhoto = chain(
    translation(-size.widthPx / 2, -crownPx),
    scaling(imagePxPerPx),
    rotation(tiltDeg(guides)),
    translation(guides.crown.x, guides.crown.y),
  );
  const [centerX, centerY] = mapped(toPhoto, size.widthPx / 2, size.heightPx / 2);
  return {
    transform: { ...size, toPhoto },
    crop: {
      centerX,
      centerY,
      widthPx: size.widthPx * imagePxPerPx,
      heightPx: size.heightPx * imagePxPerPx,
      angleDeg: -tiltDeg(guides),
      mirrored: false,
    },
    dotsPerInch: mmPerPx === undefined ? dotsPerInch : Math.round(25.4 / mmPerPx),
    mmPerPx,
    imagePxPerPx,
    beyondPx: beyond(toPhoto, size, image, imagePxPerPx),
  };
}

/**
 * Returns the pixel size of the file. When the document allows a range, the size is as large as the image permits, and
 * never smaller than the document's minimum.
 * @param availablePx height of the photo on the image, in px of the image.
 */
export function outputSize({ size, pixels }: DocumentSpec, availablePx: number, dotsPerInch: number): Size {
  const least = pixels?.min ?? { widthPx: 1, heightPx: 1 };
  const most = pixels?.max;
  if (most && most.widthPx === least.widthPx && most.heightPx === least.heightPx) return least;
  const shape = size
    ? { width: size.widthMm, height: size.heightMm }
    : { width: least.widthPx, height: least.heightPx };
  const minFactor = Math.max(least.widthPx / shape.width, least.heightPx / shape.height);
  const printFactor = size ? dotsPerInch / 25.4 : minFactor;
  // A range with an upper end is used as far as the image has pixels. Without an upper end, the print's resolution is
  // enough.
  const wanted = most ? availablePx / shape.height : printFactor;
  const maxFactor = most ? Math.min(most.widthPx / shape.width, most.heightPx / shape.height) : Infinity;
  const factor = Math.min(maxFactor, Math.max(minFactor, wanted));
  return { widthPx: Math.round(shape.width * factor), heightPx: Math.round(shape.height * factor) };
}

function headShareOf(document: DocumentSpec): number {
  const range = headRangeMm(document);
  if (range && document.size) return (range.minMm + range.maxMm) / 2 / document.size.heightMm;
  return document.head?.unit === 'share' ? (document.head.min + document.head.max) / 2 : defaultHeadShare;
}

function maxHeadShareOf(document: DocumentSpec): number | undefined {
  const range = headRangeMm(document);
  if (range && document.size) return range.maxMm / document.size.heightMm;
  return document.head?.unit === 'share' ? document.head.max : undefined;
}

function crownFromTop({ eyes }: HeadGuides, document: DocumentSpec, heightPx: number, headPx: number): number {
  const pxPerMm = document.size ? heightPx / document.size.heightMm : 0;
  if (document.topMargin) return ((document.topMargin.minMm + document.topMargin.maxMm) / 2) * pxPerMm;
  if (document.eyes) return heightPx - ((document.eyes.minMm + document.eyes.maxMm) / 2) * pxPerMm - eyes * headPx;
  return (heightPx - headPx) * defaultFreeAbove;
}

function beyond(toPhoto: Affine, { widthPx, heightPx }: Size, image: Size, scale: number): PhotoPlacement['beyondPx'] {
  const corners = [
    mapped(toPhoto, 0, 0),
    mapped(toPhoto, widthPx, 0),
    mapped(toPhoto, 0, heightPx),
    mapped(toPhoto, widthPx, heightPx),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return {
    top: Math.max(0, -Math.min(...ys)) / scale,
    right: Math.max(0, Math.max(...xs) - image.widthPx) / scale,
    bottom: Math.max(0, Math.max(...ys) - image.heightPx) / scale,
    left: Math.max(0, -Math.min(...xs)) / scale,
  };
}
