import { context2d } from '@isola/imaging';
import type { PDFDocument, PDFImage, PDFPage } from 'pdf-lib';

import type { ContactSheet, SheetImage, SheetOptions } from './contact-sheet.ts';
import { createInvisibleText } from './create-invisible-text.ts';
import { drawLine } from './draw-line.ts';
import { type Box, fittedIn, layOutPage } from './sheet-layout.ts';

const pointsPerMm = 72 / 25.4;
/** Resolution of images, and of names. At 600 dpi, letters are as sharp as a printer's. */
const [imageDotsPerInch, nameDotsPerInch] = [300, 600];
const jpegQuality = 0.92;

/** Writes a contact sheet as a PDF in true millimetres, with page numbers when it has several pages. */
export async function renderSheetPdf(
  { paper, columns, rows, hasNames }: Extract<ContactSheet, { kind: 'pdf' }>,
  images: readonly SheetImage[],
  { title, language, fontFamily, signal, onProgress }: SheetOptions,
): Promise<Blob> {
  // Loaded on first use, because it is larger than the rest of the package.
  const pdf = await import('pdf-lib');
  const document = await pdf.PDFDocument.create();
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setLanguage(language);
  const invisible = createInvisibleText(pdf, document);
  const grid = layOutPage({ paper, columns, rows, hasNames });
  const pageCount = Math.ceil(images.length / grid.cells.length);

  const write = async (page: PDFPage, text: string, box: Box) => {
    const line = await lineImage(document, text, box, fontFamily);
    page.drawImage(line.image, onPage(box, page));
    const own = { x: box.x + (box.width - line.width) / 2, y: box.y + (box.height - line.fontSize) / 2 };
    const { x, y, width, height } = onPage({ ...own, width: line.width, height: line.fontSize }, page);
    invisible.add(page, text, { x, y, width, height });
  };

  let done = 0;
  for (let first = 0; first < images.length; first += grid.cells.length) {
    const page = document.addPage([grid.width * pointsPerMm, grid.height * pointsPerMm]);
    for (const [index, { name, read }] of images.slice(first, first + grid.cells.length).entries()) {
      const cell = grid.cells[index];
      if (!cell) continue;
      const { image, box } = await smallImage(document, await read(), cell.image);
      page.drawImage(image, onPage(box, page));
      if (cell.name) await write(page, name, cell.name);
      done += 1;
      onProgress({ loaded: done, total: images.length });
      signal.throwIfAborted();
    }
    if (pageCount > 1) await write(page, `${first / grid.cells.length + 1} / ${pageCount}`, grid.number);
  }
  invisible.finish();
  const bytes = await document.save();
  signal.throwIfAborted();
  return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
}

/** Draws an image on white at the resolution of the sheet. */
async function smallImage(
  document: PDFDocument,
  file: Blob,
  cell: Box,
): Promise<{ readonly image: PDFImage; readonly box: Box }> {
  const bitmap = await createImageBitmap(file);
  try {
    const box = fittedIn(cell, bitmap);
    const scale = Math.min(1, pxOf(box.width, imageDotsPerInch) / bitmap.width);
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
    const context = context2d(width ?? 1, height ?? 1, false);
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, context.canvas.width, context.canvas.height);
    const jpeg = await context.canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
    return { image: await document.embedJpg(await jpeg.arrayBuffer()), box };
  } finally {
    bitmap.close();
  }
}

/** Draws a line of text as a picture. @returns the picture, with the width and the font size of the text in mm. */
async function lineImage(document: PDFDocument, text: string, { width, height }: Box, fontFamily: string) {
  const [widthPx, heightPx] = [pxOf(width, nameDotsPerInch), pxOf(height, nameDotsPerInch)];
  const context = context2d(widthPx, heightPx, false);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, widthPx, heightPx);
  const line = drawLine(context, text, { x: 0, y: 0, width: widthPx, height: heightPx }, fontFamily);
  const png = await context.canvas.convertToBlob({ type: 'image/png' });
  return {
    image: await document.embedPng(await png.arrayBuffer()),
    width: (line.widthPx / widthPx) * width,
    fontSize: (line.fontPx / heightPx) * height,
  };
}

/** Converts a box in mm from the upper left corner into points from the lower left corner. */
function onPage({ x, y, width, height }: Box, page: PDFPage): Box {
  return {
    x: x * pointsPerMm,
    y: page.getHeight() - (y + height) * pointsPerMm,
    width: width * pointsPerMm,
    height: height * pointsPerMm,
  };
}

function pxOf(mm: number, dotsPerInch: number): number {
  return Math.max(1, Math.round((mm / 25.4) * dotsPerInch));
}
