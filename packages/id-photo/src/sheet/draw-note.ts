import { context2d } from '@isola/imaging';

import type { SheetLayout } from './lay-out-sheet.ts';

/**
 * Writes the line of text of a sheet, in the fonts of the page, so that every script can be printed. A line that is too
 * long is condensed to the width of its place.
 */
export function drawNote(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): void {
  context.fillStyle = '#000000';
  context.font = `${heightPx * 0.8}px system-ui, sans-serif`;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.fillText(text, widthPx / 2, heightPx / 2, widthPx);
}

/** Draws the line as a PNG, for a file that has no font for every script. */
export function notePng(note: NonNullable<SheetLayout['note']>, text: string, dotsPerInch: number): Promise<Blob> {
  const px = (mm: number) => Math.round((mm / 25.4) * dotsPerInch);
  const size = { widthPx: px(note.widthMm), heightPx: px(note.heightMm) };
  const context = context2d(size.widthPx, size.heightPx, true);
  drawNote(context, text, size);
  return context.canvas.convertToBlob({ type: 'image/png' });
}
