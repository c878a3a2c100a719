import type { FontFaceParams } from '@isola/imaging';

import type { TextLayer } from '../schema/document-state.ts';

/** Families of serif fonts that devices have, for every script of the page. */
const serif =
  '"Iowan Old Style", Georgia, "Times New Roman", "Songti SC", "Source Han Serif SC", "Noto Serif CJK SC", "Hiragino Mincho ProN", "Noto Serif CJK JP", "Yu Mincho", AppleMyungjo, "Noto Serif CJK KR", Batang, SimSun, serif';

/** Returns the font families of a text, as CSS writes them. The sans-serif ones are those of the page in the text’s language. */
export function fontFamilyOf({ font, language }: Pick<TextLayer, 'font' | 'language'>): string {
  return font === 'serif' ? serif : sansOf(language);
}

const sans = new Map<string, string>();

/** Reads the page’s font families for a language from its style sheets, which have a list for each. */
function sansOf(language: string): string {
  if (typeof document === 'undefined') return 'sans-serif';
  const known = sans.get(language);
  if (known !== undefined) return known;
  const probe = document.createElement('i');
  probe.lang = language;
  probe.hidden = true;
  probe.style.fontFamily = 'var(--face, sans-serif)';
  document.body.append(probe);
  const { fontFamily } = getComputedStyle(probe);
  probe.remove();
  sans.set(language, fontFamily);
  return fontFamily;
}

let faces: readonly FontFaceParams[] | undefined;

/** Returns the font files of the page. A worker, which has no style sheets, loads them by itself. */
export function pageFontFaces(): readonly FontFaceParams[] {
  if (typeof document === 'undefined') return [];
  faces ??= [...document.styleSheets].flatMap((sheet) => rulesOf(sheet).flatMap((rule) => faceOf(rule, sheet)));
  return faces;
}

function rulesOf(sheet: CSSStyleSheet): readonly CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    // The rules of a sheet of another origin, such as an extension’s, cannot be read.
    return [];
  }
}

function faceOf(rule: CSSRule, sheet: CSSStyleSheet): FontFaceParams[] {
  if (!(rule instanceof CSSFontFaceRule)) return [];
  const [, address] = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src')) ?? [];
  // A face of the device’s own fonts needs no file.
  if (address === undefined) return [];
  const value = (name: string) => rule.style.getPropertyValue(name).trim();
  return [
    {
      family: value('font-family').replaceAll(/^["']|["']$/g, ''),
      url: new URL(address, sheet.href ?? document.baseURI).href,
      weight: value('font-weight') || 'normal',
      unicodeRange: value('unicode-range') || 'U+0-10FFFF',
    },
  ];
}
