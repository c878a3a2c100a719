import type { OutputTransform, Rect } from '@isola/imaging';
import { type MarketplaceSpec, targetFillShare, targetSize } from '@isola/marketplaces';

export interface Adjustment {
  /** How much of the canvas the subject fills, 0…1; what the marketplace asks for unless given. */
  readonly fillShare?: number | undefined;
  /** How far the subject lies from the middle, as shares of the canvas: to the right and down. */
  readonly offset?: { readonly x: number; readonly y: number } | undefined;
}

export interface SubjectLayout {
  /** The file's size, and where each of its pixels lies in the image. */
  readonly transform: OutputTransform;
  /** The subject's box on the canvas, in px; not whole numbers. */
  readonly box: { readonly x: number; readonly y: number; readonly widthPx: number; readonly heightPx: number };
  /** The longer side of the box, measured against the canvas, 0…1. */
  readonly fillShare: number;
  /** Px of the canvas for each px of the image: above 1 the subject is enlarged, and not sharp. */
  readonly scale: number;
  /** The size that was aimed at is larger than what the image has pixels for: the canvas is smaller. */
  readonly isBelowTarget: boolean;
}

/** Whether the image has visibly too few pixels: less than half a percent is rounding. */
export function isEnlarged({ scale }: SubjectLayout): boolean {
  return scale > 1.005;
}

/**
 * Lays a subject on a marketplace's canvas: in its middle, as large as is asked for. Where the image has too few pixels for
 * the canvas that is aimed at, the canvas is made smaller, down to the marketplace's minimum; only beneath that is the
 * subject enlarged, and `scale` says so.
 * @param subject its box, in px of the image.
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

/** How much smaller than the target the canvas may be, 0…1. */
function minFactor({ pixels }: MarketplaceSpec, target: Canvas): number {
  if (!pixels) return 0;
  const { side, exactPx, minPx = 0 } = pixels;
  if (exactPx !== undefined) return 1;
  const [short, long] = [Math.min(target.widthPx, target.heightPx), Math.max(target.widthPx, target.heightPx)];
  return Math.min(1, minPx / (side === 'longer' ? long : short));
}
