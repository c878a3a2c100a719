import { PDFDocument, type PDFPage, rgb } from 'pdf-lib';

import type { Invoice } from '../api/schemas.ts';
import { embedFonts, type Typeface } from './embed-fonts.ts';
import type { InvoiceWords } from './invoice-words.ts';

export type { FontFile, Typeface } from './embed-fonts.ts';
export { invoiceWords } from './invoice-words.ts';

export interface InvoiceOptions {
  /** Typefaces in the order of preference. Only files with a character of the invoice are loaded. */
  readonly typefaces: readonly Typeface[];
  /** Language tag such as `zh-CN`, which the file contains for screen readers. */
  readonly languageTag: string;
  readonly words: InvoiceWords;
  /** Loads the bytes of a font file. */
  readonly load: (url: string) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Size of an A4 page, in points. */
const [pageWidth, pageHeight] = [595.28, 841.89];
const margin = 56;
const lineHeight = 16;
/** Horizontal distance from the margin to the values of the facts, in points. */
const valueIndent = 150;
/** Parts of a text between which a line may break: never before a closing mark, and never after an opening one. */
const breakable =
  /[（「『【《]*[\u3040-\u30FF\u3400-\u9FFF][、。，．：；！？）」』】》ー]*|[^\s\u3040-\u30FF\u3400-\u9FFF（「『【《]+\s*|[（「『【《\s]+/gu;
const ink = rgb(0.1, 0.1, 0.1);
const soft = rgb(0.4, 0.4, 0.4);
const warn = rgb(0.75, 0.1, 0.1);
const rule = rgb(0.8, 0.8, 0.8);

/**
 * Writes an invoice as a PDF of A4 pages. The fonts are embedded for all languages, so that the invoice looks the same
 * everywhere and its text can be copied and searched.
 */
export async function writeInvoicePdf(
  invoice: Pick<Invoice, 'number' | 'issued_at'>,
  { typefaces, languageTag, words, load }: InvoiceOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  const fonts = await embedFonts(pdf, `${JSON.stringify(words)}${invoice.number}0123456789/ `, typefaces, load);
  pdf.setTitle(words.title, { showInWindowTitleBar: true });
  pdf.setLanguage(languageTag);
  pdf.setSubject(invoice.number);
  pdf.setProducer('Isola');
  pdf.setCreationDate(new Date(invoice.issued_at));

  const widthOf = (text: string, size: number) =>
    fonts.runs(text).reduce((width, run) => width + run.font.widthOfTextAtSize(run.text, size), 0);
  const draw = (page: PDFPage, text: string, x: number, y: number, size: number, color = ink) => {
    let at = x;
    for (const run of fonts.runs(text)) {
      page.drawText(run.text, { x: at, y, size, font: run.font, color });
      at += run.font.widthOfTextAtSize(run.text, size);
    }
  };
  const drawEnd = (page: PDFPage, text: string, end: number, y: number, size: number, color = ink) =>
    draw(page, text, end - widthOf(text, size), y, size, color);
  /**
   * Breaks a text into lines: at spaces, between the characters of Chinese and Japanese, and within a word that is
   * longer than a line.
   */
  const wrap = (text: string, width: number, size: number): readonly string[] => {
    const lines: string[] = [];
    let line = '';
    for (const part of text.match(breakable) ?? []) {
      const pieces = widthOf(part.trimEnd(), size) > width ? Array.from(part) : [part];
      for (const piece of pieces) {
        if (line !== '' && widthOf(line + piece.trimEnd(), size) > width) {
          lines.push(line.trimEnd());
          line = '';
        }
        line += piece;
      }
    }
    return [...lines, line.trimEnd()];
  };

  const end = pageWidth - margin;
  const half = (pageWidth - 2 * margin) / 2;
  let page = pdf.addPage([pageWidth, pageHeight]);
  let y = pageHeight - margin - 12;
  const divide = () => page.drawLine({ start: { x: margin, y }, end: { x: end, y }, thickness: 0.6, color: rule });

  for (const line of wrap(words.title, end - margin, 22)) {
    draw(page, line, margin, y, 22);
    y -= 28;
  }
  y -= 6;
  for (const [label, value] of words.facts) {
    const labelLines = wrap(label, valueIndent - 12, 10);
    const valueLines = wrap(value, end - margin - valueIndent, 10);
    for (let at = 0; at < Math.max(labelLines.length, valueLines.length); at += 1) {
      draw(page, labelLines[at] ?? '', margin, y, 10, soft);
      draw(page, valueLines[at] ?? '', margin + valueIndent, y, 10);
      y -= lineHeight;
    }
  }
  y -= 16;
  const top = y;
  let bottom = y;
  for (const [index, { label, lines }] of [words.seller, words.buyer].entries()) {
    y = top;
    const x = margin + index * half;
    draw(page, label, x, y, 10, soft);
    for (const line of lines.flatMap((each) => wrap(each, half - 16, 10))) {
      y -= lineHeight;
      draw(page, line, x, y, 10);
    }
    bottom = Math.min(bottom, y);
  }
  y = bottom - 36;

  const heads = () => {
    draw(page, words.columns[0], margin, y, 10, soft);
    drawEnd(page, words.columns[1], end, y, 10, soft);
    y -= 8;
    divide();
    y -= lineHeight + 2;
  };
  const turnFor = (height: number) => {
    if (y - height > margin + 24) return;
    page = pdf.addPage([pageWidth, pageHeight]);
    y = pageHeight - margin - 12;
    heads();
  };
  heads();
  for (const [what, amount] of words.lines) {
    const lines = wrap(what, 340, 10);
    turnFor(lines.length * lineHeight);
    for (const [at, line] of lines.entries()) {
      draw(page, line, margin, y, 10);
      // Screen readers and the clipboard use the order of drawing, so the amount follows the first line.
      if (at === 0) drawEnd(page, amount, end, y, 10);
      y -= lineHeight;
    }
    if (lines.length > 1) y -= 4;
  }
  const sums = words.sums.map(([label, amount], index) => {
    const isTotal = index === words.sums.length - 1;
    const size = isTotal ? 13 : 10;
    return { lines: wrap(label, half - widthOf(amount, size) - 16, size), amount, size, color: isTotal ? ink : soft };
  });
  turnFor(sums.reduce((height, { lines }) => height + lines.length * lineHeight + 4, 20));
  divide();
  y -= 20;
  for (const { lines, amount, size, color } of sums) {
    for (const [at, line] of lines.entries()) {
      draw(page, line, margin + half, y, size, color);
      if (at === 0) drawEnd(page, amount, end, y, size);
      y -= lineHeight;
    }
    y -= 4;
  }

  const pages = pdf.getPages();
  for (const [index, each] of pages.entries()) {
    if (words.mark !== undefined) drawEnd(each, words.mark, end, pageHeight - margin + 14, 14, warn);
    if (pages.length > 1) drawEnd(each, `${index + 1} / ${pages.length}`, end, margin - 16, 9, soft);
    draw(each, invoice.number, margin, margin - 16, 9, soft);
  }
  return new Uint8Array(await pdf.save());
}
