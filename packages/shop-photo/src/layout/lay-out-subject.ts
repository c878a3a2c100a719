import type { OutputTransform, Rect } from '@isola/imaging';
import { type MarketplaceSpec, targetFillShare, targetSize } from '@isola/photo-specs/marketplaces';

export interface Adjustment {
  /** Share of the canvas that the subject fills, 0…1. Defaults to what the marketplace asks for. */
  readonly fillShare?: number | undefined;
  /** Distance of the subject from the centre, as shares of the canvas, to the right and down. */
  readonly offset?: { readonly x: number; readonly y: number } | undefined;
}

export interface SubjectLayout {
  /** Size of the file, and the transform from its pixels to the image. */
  readonly transform: OutputTransform;
  /** Bounding box of the subject on the canvas, in px. The values may be fractions. */
  readonly box: { readonly x: number; readonly y: number; readonly widthPx: number; readonly heightPx: number };
  /** Size of the box's longer side relative to the canvas, 0…1. */
  readonly fillShare: number;
  /** Canvas px per image px. Above 1 the subject is enlarged and not sharp. */
  readonly scale: number;
  /** True when the image has too few pixels for the intended canvas size, so that the canvas is smaller. */
  readonly isBelowTarget: boolean;
}

/** Returns whether the subject is visibly enlarged. Less than half a percent is a rounding error. */
export function isEnlarged({ scale }: SubjectLayout): boolean {
  return scale > 1.005;
}

/**
 * Places a subject on a marketplace's canvas: centred, and as large as the marketplace asks for. When the image has too
 * few pixels for the intended canvas, the canvas becomes smaller, down to the marketplace's minimum. Only below that is
 * the subject enlarged; `scale` is then above 1.
 * @param subject bounding box of the subject, in px of the image.
 */
export function layOutSubject(
  subject: Rect,
  marketplace: MarketplaceSpec,
  { fillShare = targetFillShare(marketplace), offset = { x: 0, y: 0 } }: Adjustment = {},
): SubjectLayout {
  const target = targetSize(marketplace);
  const wanted = scaleFor(subject, target, fillShare);
  const factor = wanted > 1 ? Math.max(1 / wanted, minFactor(marketplace, target)) : 1;
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
