import type { Rect } from '@isola/imaging';

import type { Side } from '../layout/find-subject.ts';

/** Decoded pixels: RGBA, 8 bits per channel, straight alpha, row by row. */
export interface DecodedPhoto {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

export interface MeasuredPhoto {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly border: {
    /** Number of pixels in the outermost rows and columns. */
    readonly count: number;
    /** Number of those pixels that have neither the background's colour nor a colour of the subject. */
    readonly offColour: number;
    /** Colour of the off-colour pixel that differs most, as `#rrggbb`, or `#rrggbbaa` when it is not opaque. */
    readonly worst: string | undefined;
  };
  /** Bounding box of everything that differs clearly from the background. Undefined when nothing does. */
  readonly subject: Rect | undefined;
  /** Sides of the file that the subject touches. */
  readonly touches: readonly Side[];
}

/**
 * Smallest difference of a subject pixel from the background, in the channel that differs most (0…255). Compression
 * artefacts around an edge and soft shadows differ less. A nearly white product is measured smaller than it is.
 */
const minDifference = 32;

/**
 * Returns the allowed difference of a border pixel, per channel. White and transparent must be exact: a JPEG can
 * represent white exactly, and those of this package do. Other colours change slightly in a JPEG's conversion to luma
 * and chroma and back.
 */
function toleranceOf(background: string, format: string | undefined): number {
  return background === '#ffffff' || background === 'transparent' || format !== 'jpeg' ? 0 : 2;
}

/**
 * Measures the border and the subject of a decoded photo.
 * @param background `#rrggbb` in lower case, or `transparent`.
 * @param format format of the file, by its content.
 */
export function measurePhoto(photo: DecodedPhoto, background: string, format?: string): MeasuredPhoto {
  const { widthPx, heightPx, data } = photo;
  const differenceAt = differenceFrom(data, background);
  const tolerance = toleranceOf(background, format);
  let offColour = 0;
  let worstAt: number | undefined;
  let most = tolerance;
  const border = borderOf(widthPx, heightPx);
  for (const at of border) {
    const difference = differenceAt(at);
    if (difference <= tolerance || difference >= minDifference) continue;
    offColour += 1;
    if (difference > most) [most, worstAt] = [difference, at];
  }
  const subject = subjectIn(widthPx, heightPx, differenceAt);
  return {
    widthPx,
    heightPx,
    border: { count: border.length, offColour, worst: worstAt === undefined ? undefined : hexAt(data, worstAt) },
    subject,
    touches: subject ? touchedSides(subject, widthPx, heightPx) : [],
  };
}

function differenceFrom(data: DecodedPhoto['data'], background: string): (pixel: number) => number {
  if (background === 'transparent') return (pixel) => data[pixel * 4 + 3] ?? 0;
  const value = Number.parseInt(background.slice(1), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255];
  return (pixel) => {
    const at = pixel * 4;
    return Math.max(
      Math.abs((data[at] ?? 0) - red),
      Math.abs((data[at + 1] ?? 0) - green),
      Math.abs((data[at + 2] ?? 0) - blue),
      255 - (data[at + 3] ?? 0),
    );
  };
}

/** Returns the indices of all pixels in the outermost rows and columns. */
function borderOf(widthPx: number, heightPx: number): readonly number[] {
  const pixels = new Set<number>();
  for (let x = 0; x < widthPx; x += 1) pixels.add(x).add((heightPx - 1) * widthPx + x);
  for (let y = 0; y < heightPx; y += 1) pixels.add(y * widthPx).add(y * widthPx + widthPx - 1);
  return [...pixels];
}

function subjectIn(widthPx: number, heightPx: number, differenceAt: (pixel: number) => number): Rect | undefined {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0; y < heightPx; y += 1) {
    const row = y * widthPx;
    let first = 0;
    while (first < widthPx && differenceAt(row + first) < minDifference) first += 1;
    if (first === widthPx) continue;
    let last = widthPx - 1;
    while (differenceAt(row + last) < minDifference) last -= 1;
    left = Math.min(left, first);
    right = Math.max(right, last + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  return bottom === 0 ? undefined : { x: left, y: top, widthPx: right - left, heightPx: bottom - top };
}

function touchedSides({ x, y, ...subject }: Rect, widthPx: number, heightPx: number): readonly Side[] {
  return [
    ...(x === 0 ? ['left' as const] : []),
    ...(y === 0 ? ['top' as const] : []),
    ...(x + subject.widthPx === widthPx ? ['right' as const] : []),
    ...(y + subject.heightPx === heightPx ? ['bottom' as const] : []),
  ];
}

function hexAt(data: DecodedPhoto['data'], pixel: number): string {
  const channels = [...data.subarray(pixel * 4, pixel * 4 + 4)];
  const shown = channels[3] === 255 ? channels.slice(0, 3) : channels;
  return `#${shown.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
