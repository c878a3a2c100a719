/** A page's number, or a gap of two pages or more. The two gaps differ, so that each can be a key. */
export type PageInSight = number | 'gap-before' | 'gap-after';

/** Numbers and gaps together, once there are more pages than fit: the row keeps its length while one walks through it. */
const slots = 7;

/**
 * Which pages are named: the first, the last, the current one and its neighbours.
 *
 * @param page the current one, from 1.
 * @param pageCount from 1.
 * @returns never more than seven entries. A gap never stands for a single page: that is named instead.
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
