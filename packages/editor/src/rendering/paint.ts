import type { Size, Affine } from '@isola/imaging';

import type { TilePyramid } from './create-tile-pyramid.ts';
import type { CanvasRect } from '../model/canvas-rect.ts';

/**
 * Background of the canvas behind transparent pixels: a checkerboard, or a colour on which an edge can be judged. The
 * checkerboard may be one for a subject that is dark, light or both; see `data-subject` of `@isola/ui`.
 */
export type CanvasBackground = 'checker' | 'checker-dark' | 'checker-light' | 'checker-both' | `#${string}`;

/** Checks whether the canvas shows a checkerboard and not a colour. */
export function isChecker(canvasBackground: CanvasBackground): boolean {
  return !canvasBackground.startsWith('#');
}

const squarePx = 8;

/**
 * Paints the canvas background. The squares of the checkerboard are equally large at every scale.
 * @param rect Rectangle in px of the context.
 * @param ratio Device px per CSS px.
 */
export function paintCanvasBackground(
  context: CanvasRenderingContext2D,
  rect: CanvasRect,
  canvasBackground: CanvasBackground,
  ratio: number,
): void {
  context.save();
  context.beginPath();
  context.rect(rect.x, rect.y, rect.width, rect.height);
  if (isChecker(canvasBackground)) {
    const tile = checkerTile(Math.round(squarePx * ratio), canvasBackground.replace(/^checker-?/, ''));
    const pattern = context.createPattern(tile, 'repeat');
    context.clip();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = pattern ?? '#fff';
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  } else {
    context.fillStyle = canvasBackground;
    context.fill();
  }
  context.restore();
}

/**
 * Returns a tile of 2 × 2 squares in the colours of the current theme.
 * @param subject Tone of the subject; empty when no checkerboard swallows it.
 */
function checkerTile(sidePx: number, subject: string): OffscreenCanvas {
  const tile = new OffscreenCanvas(2 * sidePx, 2 * sidePx);
  const context = tile.getContext('2d');
  const { color, borderTopColor } = getComputedStyle(checkerProbe(subject));
  if (context) {
    context.fillStyle = borderTopColor;
    context.fillRect(0, 0, 2 * sidePx, 2 * sidePx);
    context.fillStyle = color;
    context.fillRect(0, 0, sidePx, sidePx);
    context.fillRect(sidePx, sidePx, sidePx, sidePx);
  }
  return tile;
}

let probe: HTMLElement | undefined;

/**
 * Returns an element whose computed style contains the colours of the checkerboard. The text of a design token contains
 * the colours of both themes, and only an element resolves it to those of the current one.
 */
function checkerProbe(subject: string): HTMLElement {
  if (!probe) {
    probe = document.createElement('i');
    probe.hidden = true;
    probe.style.color = 'var(--color-checker-a)';
    probe.style.borderTopColor = 'var(--color-checker-b)';
    document.body.append(probe);
  }
  if (probe.dataset['subject'] !== subject) probe.dataset['subject'] = subject;
  return probe;
}

/**
 * Draws the image or its cutout at its place in a result.
 * @param toContext Transform from px of the image to px of the context.
 * @param scale Device px per px of the context.
 */
export function paintPlaced(
  context: CanvasRenderingContext2D,
  pyramid: TilePyramid,
  imageSize: Size,
  toContext: Affine,
  scale: number,
): void {
  context.save();
  transformBy(context, toContext);
  const whole = { x: 0, y: 0, width: imageSize.widthPx, height: imageSize.heightPx };
  pyramid.draw(context, whole, scale * Math.hypot(toContext.a, toContext.b));
  context.restore();
}

/** The subject of a picture: as it was cut out and, once that is rendered, the whole cutout in its tone. */
export interface PaintedSubject {
  readonly cutout: TilePyramid;
  readonly toned: ImageBitmap | undefined;
}

/** Paints the subject of a picture at its place, like `paintPlaced`, in its tone when that is rendered. */
export function paintSubject(
  context: CanvasRenderingContext2D,
  { cutout, toned }: PaintedSubject,
  imageSize: Size,
  toContext: Affine,
  scale: number,
): void {
  if (!toned) return paintPlaced(context, cutout, imageSize, toContext, scale);
  context.save();
  transformBy(context, toContext);
  context.imageSmoothingQuality = 'high';
  context.drawImage(toned, 0, 0, imageSize.widthPx, imageSize.heightPx);
  context.restore();
}

/** @returns a function that paints a bitmap over a whole rectangle. */
export function paintBitmap(bitmap: ImageBitmap) {
  return (context: CanvasRenderingContext2D, { x, y, width, height }: CanvasRect): void =>
    context.drawImage(bitmap, x, y, width, height);
}

/** Applies a transform to a context. */
export function transformBy(context: CanvasRenderingContext2D, { a, b, c, d, e, f }: Affine): void {
  context.transform(a, b, c, d, e, f);
}
