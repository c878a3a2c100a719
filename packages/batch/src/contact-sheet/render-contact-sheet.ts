import type { ContactSheet, SheetImage, SheetOptions } from './contact-sheet.ts';
import { loadLineFonts } from './draw-line.ts';
import { renderSheetPdf } from './render-sheet-pdf.ts';
import { renderSheetPicture } from './render-sheet-picture.ts';

/**
 * Writes a contact sheet. One image after the other is decoded, on white.
 * @param images at least one.
 * @throws {DOMException} when an image cannot be decoded, and when a file cannot be read; the reason of the signal.
 * @example
 * const sheet = { kind: 'pdf', paper: 'a4', columns: 4, rows: 5, hasNames: true } as const;
 * const options = { title, language, fontFamily: 'sans-serif', signal, onProgress };
 * const pdf = await renderContactSheet(sheet, images, options);
 */
export async function renderContactSheet(
  sheet: ContactSheet,
  images: readonly SheetImage[],
  options: SheetOptions,
): Promise<Blob> {
  if (images.length === 0) throw new RangeError('a contact sheet needs an image');
  if (sheet.hasNames) await loadLineFonts(images.map(({ name }) => name).join(''), options.fontFamily);
  options.signal.throwIfAborted();
  return sheet.kind === 'pdf' ? renderSheetPdf(sheet, images, options) : renderSheetPicture(sheet, images, options);
}
