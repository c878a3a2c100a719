/** Graphemes before the extension that stay in sight with it: copies and series differ there. */
const keptBefore = 6;

/** An extension longer than this is part of the name: "holiday.in the mountains". */
const longestExtension = 6;

/**
 * Parts a file's name so that the first part can be cut while the second stays: `IMG_2041 (edited).jpeg` becomes
 * `IMG_2041 (e` and `dited).jpeg`. Joined they are the name again.
 *
 * @returns `[name, '']` for a name so short that nothing is gained.
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
