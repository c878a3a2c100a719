/** Characters of scripts that are written without spaces. Korean is not among them, because it is broken at its spaces. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
/** Characters that must not begin a line. @see JIS X 4051, line-start prohibition */
const closing = /^[\s\p{Pe}\p{Pf}、。，．：；？！,.:;?!…‥・ー々〜～％%ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ]/u;
/** Characters that must not end a line. */
const opening = /[\p{Ps}\p{Pi}¥$€£]$/u;

/**
 * Breaks a text into lines: at its line breaks, and where a line would be too long at a space or, in Chinese and Japanese, between
 * two words. A word that is longer than a line is broken between two characters.
 * @param language BCP 47 tag of the text.
 * @param maxWidth Largest width of a line, in the unit of `widthOf`.
 * @param widthOf Measures a line.
 * @example
 * breakLines('Spring sale', 'en', 6, (line) => line.length); // ['Spring', 'sale']
 */
export function breakLines(
  text: string,
  language: string,
  maxWidth: number,
  widthOf: (line: string) => number,
): readonly string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const part of partsOf(paragraph, language)) {
      if (widthOf((line + part).trimEnd()) <= maxWidth) {
        line += part;
        continue;
      }
      if (line.trim() !== '') lines.push(line.trimEnd());
      line = '';
      for (const character of widthOf(part.trimEnd()) <= maxWidth ? [part] : charactersOf(part, language)) {
        if (line !== '' && widthOf((line + character).trimEnd()) > maxWidth) {
          lines.push(line.trimEnd());
          line = '';
        }
        line += character;
      }
    }
    return [...lines, line.trimEnd()];
  });
}

/** Returns the parts of a paragraph between which a line may be broken. Each includes the spaces after it. */
function partsOf(paragraph: string, language: string): readonly string[] {
  const words = paragraph.match(/^[ \t\u3000]+|[^ \t\u3000]+[ \t\u3000]*/gu) ?? [];
  return words.flatMap((word) => (unspaced.test(word) ? joined(segmentsOf(word, language)) : [word]));
}

function segmentsOf(word: string, language: string): readonly string[] {
  return Array.from(new Intl.Segmenter(language, { granularity: 'word' }).segment(word), ({ segment }) => segment);
}

/** Joins segments where a line must not be broken: before closing punctuation and after opening punctuation. */
function joined(segments: readonly string[]): readonly string[] {
  const parts: string[] = [];
  for (const segment of segments) {
    const before = parts.at(-1);
    if (before !== undefined && (closing.test(segment) || opening.test(before)))
      parts[parts.length - 1] = before + segment;
    else parts.push(segment);
  }
  return parts;
}

/** Returns the characters of a text as a reader sees them. */
function charactersOf(text: string, language: string): readonly string[] {
  return Array.from(new Intl.Segmenter(language, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);
}
