import type { Size } from '@isola/imaging';

import type { CanvasRect } from '../model/canvas-rect.ts';

/** How a picture lies in its viewport. All in CSS px but `scale`. */
export interface Camera {
  /** CSS px for each px of the picture: 1 is 100 %. */
  readonly scale: number;
  /** Position of the image's top left corner. */
  readonly offsetX: number;
  readonly offsetY: number;
}

/** Size of a viewport, in CSS px. */
export interface ViewportSize {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Zoom factors at which buttons and keys stop. */
export const zoomSteps: readonly number[] = [0.1, 0.125, 1 / 6, 0.25, 1 / 3, 0.5, 2 / 3, 1, 1.5, 2, 3, 4, 6, 8];

const smallestStep = 0.1;
const largestScale = 8;
/** Nearer than this to a step is on it. */
const nearness = 1.005;
/** The share of the viewport that may be empty beside a larger picture, so that a stroke can start outside of it. */
const emptyShare = 1 / 3;

/**
 * The whole picture in the middle, never above 100 %.
 * @param padding CSS px kept free on each side, as long as there is room.
 */
export function fitCamera(picture: Size, viewport: ViewportSize, padding = 0): Camera {
  const room = Math.max(0, Math.min(padding, viewport.width / 4, viewport.height / 4));
  const scale = Math.min(
    1,
    (viewport.width - 2 * room) / picture.widthPx,
    (viewport.height - 2 * room) / picture.heightPx,
  );
  // A viewport that was not measured yet has no size; a scale of nothing could not be undone.
  return centred(scale > 0 ? scale : 1, picture, viewport);
}

/** Above this a part of a picture shows its pixels rather than more of itself. */
const largestPartScale = 2;
/** On each side of a part, the share of its own width and height that is seen with it. */
const partMargin = 0.2;

/**
 * A part of the picture in the middle, with some of what lies about it; not smaller than the whole picture is fitted.
 * @param part in px of the picture.
 */
export function partCamera(part: CanvasRect, picture: Size, viewport: ViewportSize, padding = 0): Camera {
  const share = 1 + 2 * partMargin;
  const fitting = Math.min(viewport.width / (part.width * share), viewport.height / (part.height * share));
  const scale = Math.max(fitCamera(picture, viewport, padding).scale, Math.min(largestPartScale, fitting));
  const centred = {
    scale,
    offsetX: viewport.width / 2 - (part.x + part.width / 2) * scale,
    offsetY: viewport.height / 2 - (part.y + part.height / 2) * scale,
  };
  return clampCamera(centred, picture, viewport);
}

/** @returns 0.1, or less where the whole picture would not fit otherwise. */
export function minScale(picture: Size, viewport: ViewportSize, padding = 0): number {
  return Math.min(smallestStep, fitCamera(picture, viewport, padding).scale);
}

/**
 * Scales about a place that stays where it is.
 * @param point in the viewport.
 * @param min Smallest scale, as {@link minScale} returns it.
 */
export function zoomAt(view: Camera, factor: number, point: Point, min = smallestStep): Camera {
  const scale = Math.min(largestScale, Math.max(min, view.scale * factor));
  const by = scale / view.scale;
  return {
    scale,
    offsetX: point.x - (point.x - view.offsetX) * by,
    offsetY: point.y - (point.y - view.offsetY) * by,
  };
}

/** Brings the picture back in sight: along a side on which it is smaller than the viewport it stays in the middle. */
export function clampCamera(view: Camera, picture: Size, viewport: ViewportSize): Camera {
  return {
    scale: view.scale,
    offsetX: clampOffset(view.offsetX, picture.widthPx * view.scale, viewport.width),
    offsetY: clampOffset(view.offsetY, picture.heightPx * view.scale, viewport.height),
  };
}

/** Whether some of it is out of sight, so that there is somewhere to go. */
export function canPan({ scale }: Camera, picture: Size, viewport: ViewportSize): boolean {
  return picture.widthPx * scale > viewport.width + 0.5 || picture.heightPx * scale > viewport.height + 0.5;
}

export function stepAbove(scale: number): number {
  return zoomSteps.find((step) => step > scale * nearness) ?? largestScale;
}

export function stepBelow(scale: number): number {
  return zoomSteps.findLast((step) => step < scale / nearness) ?? smallestStep;
}

/** @param point in the viewport, CSS px. */
export function toImage({ scale, offsetX, offsetY }: Camera, { x, y }: Point): Point {
  return { x: (x - offsetX) / scale, y: (y - offsetY) / scale };
}

/** @param point in the picture, its px. */
export function toScreen({ scale, offsetX, offsetY }: Camera, { x, y }: Point): Point {
  return { x: x * scale + offsetX, y: y * scale + offsetY };
}

/** Returns the visible part of the image, in its px; its width or height is 0 when nothing is visible. */
export function visibleRect(view: Camera, picture: Size, viewport: ViewportSize): CanvasRect {
  const from = toImage(view, { x: 0, y: 0 });
  const to = toImage(view, { x: viewport.width, y: viewport.height });
  const x = Math.min(picture.widthPx, Math.max(0, from.x));
  const y = Math.min(picture.heightPx, Math.max(0, from.y));
  return {
    x,
    y,
    width: Math.max(0, Math.min(picture.widthPx, to.x) - x),
    height: Math.max(0, Math.min(picture.heightPx, to.y) - y),
  };
}

function centred(scale: number, picture: Size, viewport: ViewportSize): Camera {
  return {
    scale,
    offsetX: (viewport.width - picture.widthPx * scale) / 2,
    offsetY: (viewport.height - picture.heightPx * scale) / 2,
  };
}

function clampOffset(offset: number, length: number, room: number): number {
  if (length <= room) return (room - length) / 2;
  // The empty margin grows with the hidden part of the picture, so that nothing jumps when the picture outgrows its room.
  const empty = Math.min(length - room, room * emptyShare);
  return Math.min(empty, Math.max(room - length - empty, offset));
}
