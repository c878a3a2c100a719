/** Page number, or a gap of at least two pages. The two gaps have different names, so that each can be a React key. */
export type PageInSight = number | 'gap-before' | 'gap-after';

/** Number of entries, gaps included, if there are more pages than fit. The row keeps its length from page to page. */
const slots = 7;

/**
 * Returns the visible entries: the first page, the last page, the current page and its neighbours.
 *
 * @param page current page, from 1.
 * @param pageCount number of pages, at least 1.
 * @returns at most seven entries. A gap never stands for a single page; that page is listed instead.
 */
export function pagesInSight(page: number, pageCount: number): PageInSight[] {
  if (pageCount <= slots) return range(1, pageCount);
  const run = slots - 2;
  if (page < run) return [...range(1, run), 'gap-after', pageCount];
  if (page > pageCount - run + 1) return [1, 'gap-before', ...range(pageCount - run + 1, pageCount)];
  return [1, 'gap-before', ...range(page - 1, page + 1), 'gap-after', pageCount];
}

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
