import { unnoticedEnlargement } from '@isola/editor';
import { type OutputTransform, type Rect, type Size, sizeInPhoto } from '@isola/imaging';
import { type MarketplaceSpec, targetFillShare, targetSize } from '@isola/photo-specs/marketplaces';

export interface Adjustment {
  /** Share of the canvas that the subject fills, 0…1. Defaults to what the marketplace asks for. */
  readonly fillShare?: number | undefined;
  /** Distance of the subject from the centre, as shares of the canvas, to the right and down. */
  readonly offset?: { readonly x: number; readonly y: number } | undefined;
}

export interface LayoutOptions extends Adjustment {
  /**
   * Factor up to which a network on the device enlarges the subject for the intended canvas size. Default: 1, which
   * enlarges nothing.
   */
  readonly mostEnlarged?: number;
}

export interface SubjectLayout {
  /** Size of the file, and the transform from its pixels to the image. */
  readonly transform: OutputTransform;
  /** Bounding box of the subject on the canvas, in px. The values may be fractions. */
  readonly box: { readonly x: number; readonly y: number; readonly widthPx: number; readonly heightPx: number };
  /** Size of the box's longer side relative to the canvas, 0…1. */
  readonly fillShare: number;
  /** Canvas px per image px. Above 1 the subject is enlarged. */
  readonly scale: number;
  /** Canvas px per image px on a canvas of the intended size. Above 1 the image has too few pixels for that size. */
  readonly intendedScale: number;
  /** True when a network enlarges the subject. Without it, an enlarged subject is resampled and not sharp. */
  readonly isComputed: boolean;
  /** True when the image has too few pixels for the intended canvas size, so that the canvas is smaller. */
  readonly isBelowTarget: boolean;
}

/** How a product is enlarged: by a network from a part of the image, whose size is `from`, or by resampling. */
export type ProductEnlargement = { readonly scale: number } & (
  | { readonly method: 'network'; readonly from: Size }
  | { readonly method: 'resampling' }
);

/** Returns how the subject is enlarged; undefined when it is not. */
export function enlargementOf(layout: SubjectLayout, imageSize: Size): ProductEnlargement | undefined {
  const { scale, isComputed, transform } = layout;
  if (isComputed) return { method: 'network', scale, from: sizeInPhoto(transform, imageSize) };
  return isEnlarged(layout) ? { method: 'resampling', scale } : undefined;
}

/** Returns whether the subject is visibly enlarged. */
export function isEnlarged({ scale }: Pick<SubjectLayout, 'scale'>): boolean {
  return scale > unnoticedEnlargement;
}

/** Returns whether the marketplace asks for more pixels than the image has, so that enlarging helps. */
export function asksForMorePixels({ intendedScale }: Pick<SubjectLayout, 'intendedScale'>): boolean {
  return isEnlarged({ scale: intendedScale });
}

/**
 * Places a subject on a marketplace's canvas: centred, and as large as the marketplace asks for. When the image has too
 * few pixels for the intended canvas, the subject is enlarged by a network up to `mostEnlarged`. If that is not enough,
 * the canvas becomes smaller, down to the marketplace's minimum. Only below that is the subject enlarged further;
 * `scale` is then above `mostEnlarged`.
 * @param subject bounding box of the subject, in px of the image.
 */
export function layOutSubject(
  subject: Rect,
  marketplace: MarketplaceSpec,
  { fillShare = targetFillShare(marketplace), offset = { x: 0, y: 0 }, mostEnlarged = 1 }: LayoutOptions = {},
): SubjectLayout {
  const target = targetSize(marketplace);
  const intendedScale = scaleFor(subject, target, fillShare);
  const factor =
    intendedScale > mostEnlarged ? Math.max(mostEnlarged / intendedScale, minFactor(marketplace, target)) : 1;
  const { widthPx, heightPx } = {
    widthPx: Math.max(1, Math.round(target.widthPx * factor)),
    heightPx: Math.max(1, Math.round(target.heightPx * factor)),
  };
  const scale = scaleFor(subject, { widthPx, heightPx }, fillShare);
  const box = {
    x: (widthPx - subject.widthPx * scale) / 2 + offset.x * widthPx,
    y: (heightPx - subject.heightPx * scale) / 2 + offset.y * heightPx,
    widthPx: subject.widthPx * scale,
    heightPx: subject.heightPx * scale,
  };
  return {
    transform: {
      widthPx,
      heightPx,
      toPhoto: { a: 1 / scale, b: 0, c: 0, d: 1 / scale, e: subject.x - box.x / scale, f: subject.y - box.y / scale },
    },
    box,
    fillShare,
    scale,
    intendedScale,
    isComputed: mostEnlarged > 1 && isEnlarged({ scale }),
    isBelowTarget: factor < 1,
  };
}

interface Canvas {
  readonly widthPx: number;
  readonly heightPx: number;
}

function scaleFor(subject: Rect, canvas: Canvas, fillShare: number): number {
  return fillShare * Math.min(canvas.widthPx / subject.widthPx, canvas.heightPx / subject.heightPx);
}

/** Returns the smallest allowed size of the canvas, as a share (0…1) of the target size. */
function minFactor({ pixels }: MarketplaceSpec, target: Canvas): number {
  if (!pixels) return 0;
  const { side, exactPx, minPx = 0 } = pixels;
  if (exactPx !== undefined) return 1;
  const [short, long] = [Math.min(target.widthPx, target.heightPx), Math.max(target.widthPx, target.heightPx)];
  return Math.min(1, minPx / (side === 'longer' ? long : short));
}
