import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { type Affine, mapped } from '#imaging/affine.ts';

import type { Pyramid } from '../canvas/create-pyramid.ts';
import type { ViewStore } from '../canvas/create-view-store.ts';
import { toPicture } from '../canvas/view.ts';
import type { Eyedropper } from './eyedropper.ts';

export interface PhotoEyedropperProps {
  eyedropper: Eyedropper;
  store: ViewStore;
  original: Pyramid;
  /** From the stage's picture to the photo. */
  toPhoto: Affine;
}

/** Lies over the photo and takes the colour of the pixel that is pressed; by a key, of the one in the middle. */
export function PhotoEyedropper({ eyedropper, store, original, toPhoto }: PhotoEyedropperProps) {
  const { t } = useTranslation('editor');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && eyedropper.cancel();
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [eyedropper]);

  const take = ({ detail, clientX, clientY }: MouseEvent) => {
    const { left = 0, top = 0, width = 0, height = 0 } = button.current?.getBoundingClientRect() ?? {};
    // A press by key has no place.
    const place = detail === 0 ? { x: width / 2, y: height / 2 } : { x: clientX - left, y: clientY - top };
    const { x, y } = toPicture(store.getSnapshot().view, place);
    const color = colorOf(original, ...mapped(toPhoto, x, y));
    if (color) eyedropper.take(color);
  };
  return (
    <button
      ref={button}
      type="button"
      aria-label={t('picker.pressPhoto')}
      onClick={take}
      className="absolute inset-0 cursor-crosshair"
    >
      <span className="pointer-events-none absolute inset-x-0 bottom-4 text-center">
        <span className="rounded-md bg-photo-plate px-3 py-1.5 text-13 text-on-photo">{t('picker.pressPhoto')}</span>
      </span>
    </button>
  );
}

/** @returns `#rrggbb`; undefined beside the photo. */
function colorOf(photo: Pyramid, x: number, y: number): string | undefined {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= photo.widthPx || row >= photo.heightPx) return undefined;
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.translate(-column, -row);
  photo.draw(context, { x: column, y: row, width: 1, height: 1 }, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
