import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';

import type { ContactSheet, SheetImage } from './contact-sheet.ts';
import { renderContactSheet } from './render-contact-sheet.ts';

/** Draws a picture whose left half is transparent and whose right half has a colour. */
async function halfColored(color: string, [width, height]: readonly [number, number] = [120, 80]): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = color;
  context.fillRect(width / 2, 0, width / 2, height);
  return canvas.convertToBlob();
}

async function images(count: number): Promise<SheetImage[]> {
  const file = await halfColored('#c00000');
  return Array.from({ length: count }, (_, index) => ({ name: `${index + 1}.png`, read: () => Promise.resolve(file) }));
}

function rendered(sheet: ContactSheet, given: readonly SheetImage[], signal = new AbortController().signal) {
  const steps: string[] = [];
  const file = renderContactSheet(sheet, given, {
    title: 'Contact sheet – 联系表',
    language: 'zh',
    fontFamily: 'sans-serif',
    signal,
    onProgress: ({ loaded, total }) => steps.push(`${loaded}/${total}`),
  });
  return { file, steps };
}

async function pixelsOf(file: Blob) {
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  return {
    width: bitmap.width,
    height: bitmap.height,
    at: (x: number, y: number) => Array.from(context?.getImageData(x, y, 1, 1).data.slice(0, 3) ?? []),
  };
}

const grid = { columns: 2, rows: 2, hasNames: true } as const;

test('a PDF has pages of the paper’s size, and each image once', { tags: ['long'] }, async () => {
  const { file, steps } = rendered({ kind: 'pdf', paper: 'letter', ...grid }, await images(5));
  const pdf = await PDFDocument.load(await (await file).arrayBuffer());
  expect(pdf.getPages().map((page) => [page.getWidth(), page.getHeight()])).toEqual([
    [expect.closeTo(612, 3), expect.closeTo(792, 3)],
    [expect.closeTo(612, 3), expect.closeTo(792, 3)],
  ]);
  expect(pdf.getTitle()).toBe('Contact sheet – 联系表');
  expect(steps).toEqual(['1/5', '2/5', '3/5', '4/5', '5/5']);
});

test.each(['png', 'jpeg'] as const)('a %s shows images on white, in rows', async (kind) => {
  const { file } = rendered({ kind, columns: 2, hasNames: false }, await images(3));
  expect((await file).type).toBe(`image/${kind}`);
  const { width, height, at } = await pixelsOf(await file);
  // Margins of 60 px and a gap of 40 px around images of 480 px.
  expect([width, height]).toEqual([1120, 1120]);
  const isRed = ([r = 0, g = 0, b = 0]: readonly number[]) => r > 180 && g < 20 && b < 20;
  const isWhite = (color: readonly number[]) => color.every((value) => value > 250);
  // An image is 480 × 320 px in the middle of its square. Its left half is transparent.
  for (const [x, y] of [
    [60, 60],
    [580, 60],
    [60, 580],
  ] as const) {
    expect(isRed(at(x + 400, y + 240)), `colour at ${x}, ${y}`).toBe(true);
    expect(isWhite(at(x + 100, y + 240)), `left half at ${x}, ${y}`).toBe(true);
    expect(isWhite(at(x + 400, y + 60)), `above the image at ${x}, ${y}`).toBe(true);
  }
  expect(isWhite(at(1000, 840)), 'empty cell').toBe(true);
  expect(isWhite(at(5, 5)), 'margin').toBe(true);
});

test('names are drawn below their images', async () => {
  const given = await images(1);
  const inkBelow = async (hasNames: boolean) => {
    const { at, height } = await pixelsOf(await rendered({ kind: 'png', columns: 1, hasNames }, given).file);
    const rows = Array.from({ length: Math.max(0, height - 540) }, (_, row) => 540 + row);
    return rows.some((y) => Array.from({ length: 120 }, (_, x) => at(240 + x, y)).some(([r = 255]) => r < 120));
  };
  expect(await inkBelow(true)).toBe(true);
  expect(await inkBelow(false)).toBe(false);
});

test.each(['pdf', 'png'] as const)('a %s reads one image at a time, and none after it is cancelled', async (kind) => {
  const stopping = new AbortController();
  const file = await halfColored('#c00000');
  let open = 0;
  let mostOpen = 0;
  const read: number[] = [];
  const given = Array.from({ length: 6 }, (_, index): SheetImage => ({
    name: `${index}.png`,
    async read() {
      read.push(index);
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await Promise.resolve();
      open -= 1;
      if (index === 2) stopping.abort(new Error('cancelled'));
      return file;
    },
  }));
  const sheet: ContactSheet = kind === 'pdf' ? { kind, paper: 'a4', ...grid } : { kind, columns: 2, hasNames: true };
  await expect(rendered(sheet, given, stopping.signal).file).rejects.toThrow('cancelled');
  expect(read).toEqual([0, 1, 2]);
  expect(mostOpen).toBe(1);
});

test('a file that is no image rejects', async () => {
  const broken = { name: 'a.png', read: () => Promise.resolve(new Blob(['no image'])) };
  await expect(rendered({ kind: 'png', columns: 1, hasNames: true }, [broken]).file).rejects.toThrow(DOMException);
});
