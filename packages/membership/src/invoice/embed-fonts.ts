import fontkit from '@pdf-lib/fontkit';
import type { PDFDocument, PDFFont } from 'pdf-lib';

import { woffToSfnt } from './woff-to-sfnt.ts';

/** One file of a typeface: WOFF 1.0 with TrueType outlines. */
export interface FontFile {
  /** Whether the file is published for this character. */
  readonly covers: (codePoint: number) => boolean;
  readonly url: string;
}

/** Lists the files of a typeface. It is called when the first character needs the typeface. */
export type Typeface = () => Promise<readonly FontFile[]>;

/** Piece of text that is written with one font. */
export interface Run {
  readonly text: string;
  readonly font: PDFFont;
}

export interface Fonts {
  /**
   * Splits a text into runs.
   * @throws {RangeError} for a character that was missing in the text for which the fonts were embedded.
   */
  readonly runs: (text: string) => readonly Run[];
}

/**
 * Embeds the font files that the characters of `text` need, and no others.
 * @param typefaces typefaces in the order of preference. A character that none of them contains becomes a question
 * mark.
 * @param load loads the bytes of a file; rejects when that fails.
 */
export async function embedFonts(
  pdf: PDFDocument,
  text: string,
  typefaces: readonly Typeface[],
  load: (url: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Fonts> {
  pdf.registerFontkit(fontkit);
  const opened = new Map<FontFile, OpenedFont>();
  const fileOf = new Map<string, FontFile>();
  const missing = new Set(`${text}?`);
  for (const listFiles of typefaces) {
    if (missing.size === 0) break;
    const files = await listFiles();
    for (const character of missing) {
      const codePoint = character.codePointAt(0) ?? 0;
      const file = files.find(({ covers }) => covers(codePoint));
      if (!file) continue;
      const font = opened.get(file) ?? (await openFont(await load(file.url)));
      opened.set(file, font);
      // The published ranges include some characters for which the file has no glyph.
      if (!font.has(codePoint)) continue;
      fileOf.set(character, file);
      missing.delete(character);
    }
  }
  const fonts = new Map<FontFile, PDFFont>();
  for (const file of new Set(fileOf.values())) {
    // Embedded one after the other, because the library writes into the same document.
    const bytes = opened.get(file)?.bytes;
    if (bytes) fonts.set(file, await pdf.embedFont(bytes, { subset: true }));
  }
  return {
    runs(written) {
      const runs: { text: string; font: PDFFont }[] = [];
      for (const character of written) {
        const known = fileOf.has(character) ? character : '?';
        const file = fileOf.get(known);
        const font = file && fonts.get(file);
        if (!font) throw new RangeError('The embedded fonts lack characters of this text');
        const last = runs.at(-1);
        if (last?.font === font) last.text += known;
        else runs.push({ text: known, font });
      }
      return runs;
    },
  };
}

interface OpenedFont {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly has: (codePoint: number) => boolean;
}

async function openFont(woff: Uint8Array<ArrayBuffer>): Promise<OpenedFont> {
  const bytes = await woffToSfnt(woff);
  const font = fontkit.create(bytes);
  return { bytes, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
}
