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
  if (scale === undefined && (position === undefined || position === 'original')) {
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
  const [freeX, freeY] = [canvas.widthPx - size.width, canvas.heightPx - size.height];
  if (position === 'original') {
    const [middleX, middleY] = [
      (crop ? left : subject.left) + subject.width / 2,
      (crop ? top : subject.top) + subject.height / 2,
    ];
    const to = {
      ...size,
      left: within(middleX - size.width / 2, freeX),
      top: within(middleY - size.height / 2, freeY),
    };
    return { ...canvas, from: subject, to };
  }
  const { x, y } = position ?? { x: 0.5, y: 0.5 };
  return { ...canvas, from: subject, to: { ...size, left: Math.round(freeX * x), top: Math.round(freeY * y) } };
}

/** Returns the whole number between 0 and a limit that is nearest to a value. */
function within(value: number, limit: number): number {
  return Math.max(0, Math.min(limit, Math.round(value)));
}

function marginOf({ value, unit }: Length, subjectPx: number): number {
  const px = unit === '%' ? (value / 100) * subjectPx : value;
  return Math.round(Math.min(px, maxMargin.share * subjectPx, maxMargin.px));
}
