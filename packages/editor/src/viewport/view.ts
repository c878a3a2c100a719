import type { Size } from '@isola/imaging';

import type { CanvasRect } from '../model/canvas-rect.ts';

/** Position and scale of an image in its viewport. Offsets are in CSS px. */
export interface Camera {
  /** CSS px per px of the image: 1 is 100 %. */
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
/** Tolerance within which a scale counts as equal to a step. */
const nearness = 1.005;
/** Share of the viewport that may be empty next to a larger image, so that a stroke can start outside of the image. */
const emptyShare = 1 / 3;

/**
 * Returns the camera that shows the whole image in the middle, never above 100 %.
 * @param padding CSS px that are kept free on each side, at most a quarter of the viewport.
 */
export function fitCamera(picture: Size, viewport: ViewportSize, padding = 0): Camera {
  const room = Math.max(0, Math.min(padding, viewport.width / 4, viewport.height / 4));
  const scale = Math.min(
    1,
    (viewport.width - 2 * room) / picture.widthPx,
    (viewport.height - 2 * room) / picture.heightPx,
  );
  // A viewport that was not measured yet has no size. A scale of 0 could not be undone.
  return centred(scale > 0 ? scale : 1, picture, viewport);
}

/**
 * Largest scale at which a part is shown. Above it, a small part would show single pixels rather than its surroundings.
 */
const largestPartScale = 2;
/** Margin around a shown part, on each side, as a share of the part's width and height. */
const partMargin = 0.2;

/**
 * Returns the camera that shows a part of the image in the middle, with a margin around it, but never smaller than the
 * fitted image.
 * @param part Part in px of the image.
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

/** @returns 0.1, or less if the whole image would not fit otherwise. */
export function minScale(picture: Size, viewport: ViewportSize, padding = 0): number {
  return Math.min(smallestStep, fitCamera(picture, viewport, padding).scale);
}

/**
 * Scales about a point that stays in place.
 * @param point Point in CSS px of the viewport.
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

/** Brings the image back into sight. On an axis on which it is smaller than the viewport, it is centred. */
export function clampCamera(view: Camera, picture: Size, viewport: ViewportSize): Camera {
  return {
    scale: view.scale,
    offsetX: clampOffset(view.offsetX, picture.widthPx * view.scale, viewport.width),
    offsetY: clampOffset(view.offsetY, picture.heightPx * view.scale, viewport.height),
  };
}

/** Returns whether a part of the image is out of sight, so that it can be panned. */
export function canPan({ scale }: Camera, picture: Size, viewport: ViewportSize): boolean {
  return picture.widthPx * scale > viewport.width + 0.5 || picture.heightPx * scale > viewport.height + 0.5;
}

export function stepAbove(scale: number): number {
  return zoomSteps.find((step) => step > scale * nearness) ?? largestScale;
}

export function stepBelow(scale: number): number {
  return zoomSteps.findLast((step) => step < scale / nearness) ?? smallestStep;
}

/** Converts a point from CSS px of the viewport to px of the image. */
export function toImage({ scale, offsetX, offsetY }: Camera, { x, y }: Point): Point {
  return { x: (x - offsetX) / scale, y: (y - offsetY) / scale };
}

/** Converts a point from px of the image to CSS px of the viewport. */
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
  // The empty margin grows with the hidden part of the image, so that the image does not jump when it outgrows the
  // viewport.
  const empty = Math.min(length - room, room * emptyShare);
  return Math.min(empty, Math.max(room - length - empty, offset));
}
