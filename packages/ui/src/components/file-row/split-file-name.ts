/** Number of graphemes before the extension that stay visible with it. Copies and series differ there. */
const keptBefore = 6;

/** Maximum length of an extension, including the dot. Longer ones are part of the name: "holiday.in the mountains". */
const longestExtension = 6;

/**
 * Splits a file name so that the first part can be shortened while the second stays: `IMG_2041 (edited).jpeg` becomes
 * `IMG_2041 (e` and `dited).jpeg`. Joined they are the name again.
 *
 * @returns `[name, '']` for a name that is too short to split.
 */
export function splitFileName(name: string): [head: string, tail: string] {
  const graphemes = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)].map(
    ({ segment }) => segment,
  );
  const dot = graphemes.lastIndexOf('.');
  const extension = dot > 0 && graphemes.length - dot <= longestExtension ? graphemes.length - dot : 0;
  const at = graphemes.length - extension - keptBefore;
  if (at <= keptBefore) return [name, ''];
  return [graphemes.slice(0, at).join(''), graphemes.slice(at).join('')];
}
