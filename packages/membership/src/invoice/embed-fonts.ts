import fontkit from '@pdf-lib/fontkit';
import type { PDFDocument, PDFFont } from 'pdf-lib';

import { woffToSfnt } from './woff-to-sfnt.ts';

/** One file of a typeface, a WOFF 1.0 with TrueType outlines, and which characters it has. */
export interface FontFile {
  readonly covers: (codePoint: number) => boolean;
  readonly url: string;
}

/** Lists the files of a typeface, once a character needs one. */
export type Typeface = () => Promise<readonly FontFile[]>;

/** A piece of text that one font can write. */
export interface Run {
  readonly text: string;
  readonly font: PDFFont;
}

export interface Fonts {
  /** @throws {RangeError} for a character that was not in the text that the fonts were embedded for. */
  readonly runs: (text: string) => readonly Run[];
}

/**
 * Embeds what the characters of `text` need, and no other file.
 * @param load the bytes of a file; rejects where it cannot be had.
 * @param typefaces in the order in which they are asked for a character. What none of them has is written as a question mark.
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
      // The published ranges name some characters of which the file has no glyph.
      if (!font.has(codePoint)) continue;
      fileOf.set(character, file);
      missing.delete(character);
    }
  }
  const fonts = new Map<FontFile, PDFFont>();
  for (const file of new Set(fileOf.values())) {
    // One after the other: the library writes into the same document.
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
        if (!font) throw new RangeError('The fonts were embedded for another text');
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
