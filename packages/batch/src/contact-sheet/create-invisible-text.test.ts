import * as pdf from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';

import { createInvisibleText } from './create-invisible-text.ts';

/** Writes lines into a PDF, and reads them with another library. */
async function linesReadBack(lines: readonly string[]) {
  const document = await pdf.PDFDocument.create();
  const invisible = createInvisibleText(pdf, document);
  const page = document.addPage([600, 800]);
  for (const [index, line] of lines.entries())
    invisible.add(page, line, { x: 50, y: 700 - index * 20, width: 120, height: 10 });
  invisible.finish();
  const read = await getDocument({ data: await document.save(), verbosity: 0 }).promise;
  const { items } = await (await read.getPage(1)).getTextContent();
  // The reader divides a line at its spaces.
  const parts = items.flatMap((item) => ('str' in item ? [item] : []));
  return lines.map((_, index) => {
    const y = 700 - index * 20;
    const own = parts.filter(({ transform }) => transform[5] === y);
    const ends = own.map(({ transform, width }) => Number(transform[4]) + width);
    return {
      text: own.map(({ str }) => str).join(''),
      left: own[0]?.transform[4] as unknown,
      right: Math.max(...ends),
    };
  });
}

test('names in every script can be read, at the place and the width of their pictures', async () => {
  const names = [
    'кот 3.png',
    '猫（白）.png',
    '猫のコピー.png',
    '고양이.png',
    'Möbel – Größe.png',
    'niño.png',
    'œuvre.png',
    '🐈 cat.png',
  ];
  const lines = await linesReadBack(names);
  expect(lines.map(({ text }) => text)).toEqual(names);
  for (const { left, right } of lines) expect([left, right]).toEqual([50, expect.closeTo(170, 0)]);
});

test('more letters than a font has are divided among several fonts', async () => {
  const han = String.fromCodePoint(...Array.from({ length: 600 }, (_, index) => 0x4e00 + index));
  const lines = await linesReadBack([han]);
  expect(lines.map(({ text }) => text)).toEqual([han]);
});

test('an empty line writes nothing', async () => {
  expect(await linesReadBack([''])).toMatchObject([{ text: '', left: undefined }]);
});
