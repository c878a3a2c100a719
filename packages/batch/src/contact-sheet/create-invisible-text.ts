import type * as PdfLib from 'pdf-lib';

import type { Box } from './sheet-layout.ts';

/**
 * Text that readers of a PDF can search, select and copy, above text that is drawn as a picture. Thus every script can be
 * read without embedded fonts, which have thousands of letters for Chinese, Japanese and Korean.
 */
export interface InvisibleText {
  /**
   * Adds a line to a page.
   * @param box place of the drawn text, in points from the lower left corner.
   */
  readonly add: (page: PdfLib.PDFPage, text: string, box: Box) => void;
  /** Writes the fonts of all lines into the document. Call it once, after the last line. */
  readonly finish: () => void;
}

/** Number of codes of a Type 3 font. */
const codesOfFont = 256;
/** Number of rows that a block of a CMap may have. @see Adobe Technical Note 5014, CMap and CIDFont Files */
const rowsOfBlock = 100;
/** Width of each letter in thousandths of the font size. Lines are scaled to their width. */
const letterWidth = 1000;

/** Creates the invisible text of a document. @param pdf the library, which is loaded only when a PDF is written. */
export function createInvisibleText(
  { PDFHexString, PDFName, PDFNumber, PDFOperator, PDFOperatorNames }: typeof PdfLib,
  { context }: PdfLib.PDFDocument,
): InvisibleText {
  const codes = new Map<string, number>();
  const fonts: PdfLib.PDFRef[] = [];

  function codeOf(letter: string): number {
    const known = codes.get(letter);
    if (known !== undefined) return known;
    const code = codes.size;
    codes.set(letter, code);
    if (code % codesOfFont === 0) fonts.push(context.nextRef());
    return code;
  }

  return {
    add(page, text, { x, y, width, height }) {
      const letters = Array.from(text);
      if (letters.length === 0) return;
      const number = (value: number) => PDFNumber.of(Math.round(value * 1000) / 1000);
      const scale = (width / (letters.length * height)) * 100;
      const operators = [
        PDFOperator.of(PDFOperatorNames.BeginText),
        PDFOperator.of(PDFOperatorNames.SetTextHorizontalScaling, [number(scale)]),
        PDFOperator.of(PDFOperatorNames.MoveText, [number(x), number(y)]),
      ];
      for (const letter of letters) {
        const code = codeOf(letter);
        const index = Math.floor(code / codesOfFont);
        const font = fonts[index];
        if (!font) continue;
        const name = PDFName.of(`T${index}`);
        page.node.setFontDictionary(name, font);
        operators.push(
          PDFOperator.of(PDFOperatorNames.SetFontAndSize, [name, number(height)]),
          PDFOperator.of(PDFOperatorNames.ShowText, [PDFHexString.of(hex(code % codesOfFont, 2))]),
        );
      }
      page.pushOperators(...operators, PDFOperator.of(PDFOperatorNames.EndText));
    },
    finish() {
      // The only glyph of the fonts has a width and draws nothing.
      const glyph = context.register(context.stream(`${letterWidth} 0 d0`));
      const letters = [...codes.keys()];
      for (const [index, font] of fonts.entries()) {
        const own = letters.slice(index * codesOfFont, (index + 1) * codesOfFont);
        context.assign(
          font,
          context.obj({
            Type: 'Font',
            Subtype: 'Type3',
            FontBBox: [0, 0, letterWidth, letterWidth],
            FontMatrix: [1 / letterWidth, 0, 0, 1 / letterWidth, 0, 0],
            CharProcs: { empty: glyph },
            Encoding: { Type: 'Encoding', Differences: [0, ...own.map(() => 'empty')] },
            FirstChar: 0,
            LastChar: own.length - 1,
            Widths: own.map(() => letterWidth),
            Resources: {},
            ToUnicode: context.register(context.flateStream(toUnicode(own))),
          }),
        );
      }
    },
  };
}

/** Writes the table that maps the codes of a font to letters. @see ISO 32000-1, 9.10.3 */
function toUnicode(letters: readonly string[]): string {
  const rows = letters.map((letter, code) => `<${hex(code, 2)}> <${utf16(letter)}>`);
  const blocks = Array.from({ length: Math.ceil(rows.length / rowsOfBlock) }, (_, index) => {
    const own = rows.slice(index * rowsOfBlock, (index + 1) * rowsOfBlock);
    return `${own.length} beginbfchar\n${own.join('\n')}\nendbfchar`;
  });
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<00> <FF>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}

function utf16(letter: string): string {
  return Array.from({ length: letter.length }, (_, at) => hex(letter.charCodeAt(at), 4)).join('');
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
