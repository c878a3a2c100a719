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

import { type DocumentSpec, headRangeMm } from '../documents/document.ts';
import { headHeightPx, type HeadGuides, tiltDeg } from '../geometry/head-guides.ts';

/** Where no source says how high the head shall be: a share of the photo's height that looks like an ID photo. */
const defaultHeadShare = 0.62;
/** Of what the head leaves free, this share is above it where no source says more. */
const defaultFreeAbove = 0.4;

/** A crop in the form of the editor's document: the image is turned clockwise beneath it. */
export interface PhotoCrop extends Size {
  /** Its middle, in px of the image, as its sides are. */
  readonly centerX: number;
  readonly centerY: number;
  readonly angleDeg: number;
  readonly mirrored: false;
}

/** Where on the image the photo lies. */
export interface PhotoPlacement {
  /** For imaging's compositor: the head upright, in exactly these pixels. */
  readonly transform: OutputTransform;
  /** The same as the editor's crop, which with the transform's size gives the same pixels. */
  readonly crop: PhotoCrop;
  /** Written into the file: with it the photo prints at its size. */
  readonly dotsPerInch: number;
  /** Of the printed photo; undefined where the document takes a file alone. */
  readonly mmPerPx: number | undefined;
  /** How many px of the image go into one of the photo. Below 1 the photo has fewer details than pixels. */
  readonly imagePxPerPx: number;
  /** How far the photo goes beyond the image, in px of the photo: nothing is there but a background. */
  readonly beyondPx: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
}

/**
 * Lays a document's photo over an image so that the head is upright, in the middle, and as high and as far up as the
 * document asks for: in the middle of each range that it gives.
 * @param image its size.
 * @param dotsPerInch of the printed photo, where the document does not fix its pixels.
 */
export function placeHead(guides: HeadGuides, document: DocumentSpec, image: Size, dotsPerInch = 300): PhotoPlacement {
  const headShare = headShareOf(document);
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
 * The file's size in px. Where the document leaves a choice, as many as the image has, and never fewer than it asks for.
 * @param availablePx the height that the photo has on the image.
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
  // A range is filled as far as the image has pixels; without an upper end the print's pixels are enough.
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
