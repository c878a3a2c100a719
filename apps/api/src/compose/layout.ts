import type { Length, RemovalRequest } from '../removal-request.ts';
import type { Box } from './raster.ts';

/** Place of a cutout on the canvas of the result. */
export interface Layout {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Part of the cutout that is placed. */
  readonly from: Box;
  /** Place of that part, in px of the canvas. Its size differs from `from` when the subject is scaled. */
  readonly to: Box;
}

/** Limit of a margin, as a share of the subject and in pixels. */
const maxMargin = { share: 0.5, px: 500 };

/**
 * Lays a cutout out on its canvas.
 * @param subject bounding box of the subject in the cutout.
 */
export function layOut(
  { width, height }: { readonly width: number; readonly height: number },
  subject: Box,
  { crop, cropMargin, scale, position }: Pick<RemovalRequest, 'crop' | 'cropMargin' | 'scale' | 'position'>,
): Layout {
  const [top, right, bottom, left] = cropMargin.map((margin, side) =>
    marginOf(margin, side % 2 === 0 ? subject.height : subject.width),
  ) as [number, number, number, number];
  const canvas = crop
    ? { widthPx: left + subject.width + right, heightPx: top + subject.height + bottom }
    : { widthPx: width, heightPx: height };
  if (scale === undefined && position === undefined) {
    const whole = { left: 0, top: 0, width, height };
    return crop ? { ...canvas, from: subject, to: { ...subject, left, top } } : { ...canvas, from: whole, to: whole };
  }
  const factor =
    scale === undefined
      ? 1
      : Math.min((scale * canvas.widthPx) / subject.width, (scale * canvas.heightPx) / subject.height);
  const size = {
    width: Math.max(1, Math.round(subject.width * factor)),
    height: Math.max(1, Math.round(subject.height * factor)),
  };
  const { x, y } = position ?? { x: 0.5, y: 0.5 };
  const to = {
    ...size,
    left: Math.round((canvas.widthPx - size.width) * x),
    top: Math.round((canvas.heightPx - size.height) * y),
  };
  return { ...canvas, from: subject, to };
}

function marginOf({ value, unit }: Length, subjectPx: number): number {
  const px = unit === '%' ? (value / 100) * subjectPx : value;
  return Math.round(Math.min(px, maxMargin.share * subjectPx, maxMargin.px));
}
