import { context2d } from '@isola/imaging';
import { createPngEncoder } from '@isola/segmenter/imaging';

import { drawNote } from './draw-note.ts';
import type { SheetLayout } from './lay-out-sheet.ts';

const rowsAtOnce = 256;

/**
 * Draws a sheet as a PNG with its resolution in the file.
 * @param photos an image that the browser can decode, for each id of the layout. An image made at `dotsPerInch` is
 *   copied pixel by pixel.
 * @param note line of text in the place that the layout reserves for it.
 * @throws {RangeError} when a photo is missing.
 */
export async function renderSheetPng(
  layout: SheetLayout,
  photos: Readonly<Record<string, Blob>>,
  dotsPerInch: number,
  { note, signal }: { readonly note?: string | undefined; readonly signal?: AbortSignal } = {},
): Promise<Blob> {
  const px = (mm: number) => Math.round((mm / 25.4) * dotsPerInch);
  const [widthPx, heightPx] = [px(layout.paper.widthMm), px(layout.paper.heightMm)];
  const context = context2d(widthPx, heightPx, false);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, widthPx, heightPx);
  context.imageSmoothingQuality = 'high';
  const bitmaps = new Map<string, ImageBitmap>();
  try {
    for (const id of new Set(layout.places.map((place) => place.id))) {
      const photo = photos[id];
      if (!photo) throw new RangeError(`there is no photo for “${id}”`);
      bitmaps.set(id, await createImageBitmap(photo));
    }
    for (const { id, xMm, yMm, widthMm, heightMm, isRotated } of layout.places) {
      const bitmap = bitmaps.get(id);
      if (!bitmap) continue;
      context.save();
      // Rounding the position keeps the edges of neighbouring photos aligned. The size is that of the photo.
      context.translate(px(xMm), isRotated ? px(yMm) + px(heightMm) : px(yMm));
      if (isRotated) context.rotate(-Math.PI / 2);
      context.drawImage(bitmap, 0, 0, px(isRotated ? heightMm : widthMm), px(isRotated ? widthMm : heightMm));
      context.restore();
    }
  } finally {
    for (const bitmap of bitmaps.values()) bitmap.close();
  }
  context.fillStyle = '#000000';
  for (const { fromXMm, fromYMm, toXMm, toYMm } of layout.cutMarks) {
    const [left, top] = [px(Math.min(fromXMm, toXMm)), px(Math.min(fromYMm, toYMm))];
    context.fillRect(left, top, Math.max(1, px(Math.abs(toXMm - fromXMm))), Math.max(1, px(Math.abs(toYMm - fromYMm))));
  }
  if (note !== undefined && layout.note) {
    const { xMm, yMm, widthMm: noteMm, heightMm: lineMm } = layout.note;
    context.save();
    context.translate(px(xMm), px(yMm));
    drawNote(context, note, { widthPx: px(noteMm), heightPx: px(lineMm) });
    context.restore();
  }

  const encoder = await createPngEncoder({ widthPx, heightPx, channels: 'rgb', dotsPerInch });
  for (let row = 0; row < heightPx; row += rowsAtOnce) {
    signal?.throwIfAborted();
    encoder.add(context.getImageData(0, row, widthPx, Math.min(rowsAtOnce, heightPx - row)).data);
    // Lets other tasks of the page run in between.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return encoder.finish();
}
