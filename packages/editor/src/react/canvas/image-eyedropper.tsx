import { type Affine, type GreyFailure, mapped } from '@isola/imaging';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { TilePyramid } from '../../rendering/create-tile-pyramid.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { moveCrosshair } from '../../viewport/move-crosshair.ts';
import { type Point, toImage } from '../../viewport/view.ts';
import type { Eyedropper } from '../../viewport/eyedropper.ts';

export interface ImageEyedropperProps {
  eyedropper: Eyedropper;
  store: Viewport;
  original: TilePyramid;
  /** Transform from px of the stage's picture to px of the image. */
  toPhoto: Affine;
}

/**
 * Layer over the image that picks the colour of the clicked pixel, or by Enter the colour under the crosshair. For a grey,
 * it picks a small square around that pixel.
 */
export function ImageEyedropper({ eyedropper, store, original, toPhoto }: ImageEyedropperProps) {
  const { t } = useTranslation('editor');
  const button = useRef<HTMLButtonElement>(null);
  const keys = useId();
  const viewport = useStore(store, (state) => state.viewport);
  const isGrey = useStore(eyedropper, (state) => state.isGrey);
  const [failure, setFailure] = useState<GreyFailure>();
  const [moved, setMoved] = useState<Point>();
  const cross = moved ?? { x: viewport.width / 2, y: viewport.height / 2 };
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus({ preventScroll: true });
    const onKeyDown = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && eyedropper.cancel();
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      if (before instanceof HTMLElement && document.activeElement === document.body)
        before.focus({ preventScroll: true });
    };
  }, [eyedropper]);

  const take = ({ detail, clientX, clientY }: MouseEvent) => {
    const { left = 0, top = 0 } = button.current?.getBoundingClientRect() ?? {};
    // A click by the keyboard has no position (its `detail` is 0), so it picks at the crosshair.
    const place = detail === 0 ? cross : { x: clientX - left, y: clientY - top };
    const { x, y } = toImage(store.getState().view, place);
    const pixel = mapped(toPhoto, x, y);
    if (isGrey) {
      const square = squareAround(original, ...pixel);
      if (square) setFailure(eyedropper.takeGrey(square));
      return;
    }
    const color = colorOf(original, ...pixel);
    if (color) eyedropper.take(color);
  };
  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = moveCrosshair(store, cross, event);
    if (!next) return;
    event.preventDefault();
    setMoved(next);
  };
  return (
    <button
      ref={button}
      type="button"
      aria-label={t(isGrey ? 'tone.pressGrey' : 'picker.pressPhoto')}
      aria-describedby={keys}
      onClick={take}
      onKeyDown={move}
      className="group/pick absolute inset-0 cursor-crosshair outline-offset-[-3px]"
    >
      {/* The crosshair is drawn twice, dark and light, so that it is visible on every image. */}
      <svg
        aria-hidden
        viewBox="0 0 32 32"
        className="pointer-events-none absolute hidden size-8 -translate-1/2 group-focus-visible/pick:block"
        style={{ left: cross.x, top: cross.y }}
      >
        <path d={crossPath} strokeWidth="4" className="stroke-photo-ink" />
        <path d={crossPath} strokeWidth="1.5" className="stroke-on-photo" />
      </svg>
      <span className="pointer-events-none absolute inset-x-3 bottom-4 flex justify-center">
        <span className="rounded-md bg-photo-plate px-3 py-1.5 text-13 text-on-photo">
          <span role="status">{failure && t(`tone.failed.${failure}`)}</span>
          <span className="group-focus-visible/pick:hidden" hidden={failure !== undefined}>
            {t(isGrey ? 'tone.pressGrey' : 'picker.pressPhoto')}
          </span>
          <span id={keys} hidden={failure !== undefined} className="hidden group-focus-visible/pick:inline">
            {t(isGrey ? 'tone.greyKeys' : 'picker.keys')}
          </span>
        </span>
      </span>
    </button>
  );
}

/** SVG path of a crosshair with an open centre, which leaves the picked pixel visible. */
const crossPath = 'M16 2v11M16 19v11M2 16h11M19 16h11';

/** @returns the pixel's colour as `#rrggbb`; undefined outside the image. */
function colorOf(image: TilePyramid, x: number, y: number): string | undefined {
  const pixel = pixelsOf(image, Math.floor(x), Math.floor(y), 1);
  if (!pixel) return undefined;
  const [red = 0, green = 0, blue = 0] = pixel;
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Side of the square that is read for a grey, as a share of the image's longer side, and its least value in px. */
const squareShare = 1 / 120;
const minSquarePx = 5;

/** @returns the pixels of a small square around a place; undefined outside the image. */
function squareAround(image: TilePyramid, x: number, y: number): Uint8ClampedArray | undefined {
  const sidePx = Math.max(minSquarePx, Math.round(Math.max(image.widthPx, image.heightPx) * squareShare));
  const isInside = x >= 0 && y >= 0 && x < image.widthPx && y < image.heightPx;
  if (!isInside) return undefined;
  const within = (place: number, lengthPx: number) =>
    Math.max(0, Math.min(lengthPx - sidePx, Math.floor(place - sidePx / 2)));
  return pixelsOf(image, within(x, image.widthPx), within(y, image.heightPx), sidePx);
}

/** @returns the pixels of a square, RGBA; undefined when it begins outside the image. */
function pixelsOf(image: TilePyramid, column: number, row: number, sidePx: number): Uint8ClampedArray | undefined {
  if (column < 0 || row < 0 || column >= image.widthPx || row >= image.heightPx) return undefined;
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.translate(-column, -row);
  image.draw(context, { x: column, y: row, width: sidePx, height: sidePx }, 1);
  return context.getImageData(0, 0, sidePx, sidePx).data;
}
