import { context2d } from '@isola/imaging';

import type { ContactSheet, SheetImage, SheetOptions } from './contact-sheet.ts';
import { drawLine } from './draw-line.ts';
import { type Box, fittedIn, layOutPicture } from './sheet-layout.ts';

const jpegQuality = 0.92;

/** Writes one picture of all images. */
export async function renderSheetPicture(
  { kind, columns, hasNames }: Extract<ContactSheet, { kind: 'jpeg' | 'png' }>,
  images: readonly SheetImage[],
  { fontFamily, signal, onProgress }: SheetOptions,
): Promise<Blob> {
  const { width, height, cells } = layOutPicture({ count: images.length, columns, hasNames });
  const context = context2d(width, height, false);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  for (const [index, { name, read }] of images.entries()) {
    const cell = cells[index];
    if (!cell) continue;
    await drawImage(context, await read(), cell.image);
    if (cell.name) drawLine(context, name, cell.name, fontFamily);
    onProgress({ loaded: index + 1, total: images.length });
    signal.throwIfAborted();
  }
  const file = await context.canvas.convertToBlob({ type: `image/${kind}`, quality: jpegQuality });
  signal.throwIfAborted();
  return file;
}

async function drawImage(context: OffscreenCanvasRenderingContext2D, file: Blob, box: Box): Promise<void> {
  const bitmap = await createImageBitmap(file);
  try {
    const { x, y, width, height } = fittedIn(box, bitmap);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, x, y, width, height);
  } finally {
    bitmap.close();
  }
}
