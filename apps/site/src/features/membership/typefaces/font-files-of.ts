import type { FontFile } from '@isola/membership';

/**
 * Lists the font files of a typeface.
 * @param ranges characters of each part of the typeface, in the form of CSS: `U+0000-00FF,U+0131`. The names of
 * numbered parts are in brackets.
 * @param urls URLs by the path of the file.
 */
export function fontFilesOf(
  typeface: string,
  ranges: Readonly<Record<string, string>>,
  urls: Readonly<Record<string, string>>,
): readonly FontFile[] {
  const byName = new Map(Object.entries(urls).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]));
  return Object.entries(ranges).flatMap(([part, range]) => {
    const url = byName.get(`${typeface}-${part.replaceAll(/[[\]]/g, '')}-400-normal.woff`);
    return url === undefined ? [] : [{ url, covers: inRanges(range) }];
  });
}

function inRanges(ranges: string): (codePoint: number) => boolean {
  const parsed = ranges.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (codePoint) => parsed.some(([first, last]) => codePoint >= first && codePoint <= last);
}
