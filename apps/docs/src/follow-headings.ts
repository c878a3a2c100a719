/** Marks the link to the heading that the reader has reached in the list "On this page". */
export function followHeadings(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.page-contents a')].map((link) => [link.hash.slice(1), link]),
  );
  const headings = [...links.keys()].flatMap((id) => document.getElementById(decodeURIComponent(id)) ?? []);
  if (headings.length === 0) return;
  let marked: HTMLAnchorElement | undefined;
  const mark = () => {
    const reached = headings.findLast((heading) => heading.getBoundingClientRect().top < 120) ?? headings[0];
    const link = reached && links.get(encodeURIComponent(reached.id));
    if (link === marked) return;
    marked?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'true');
    const list = link?.closest<HTMLElement>('.page-contents');
    if (list && link) list.scrollTop = link.offsetTop - list.clientHeight / 2;
    marked = link;
  };
  // A heading that enters or leaves the upper part of the window may change the result.
  const observer = new IntersectionObserver(mark, { rootMargin: '-119px 0px -60% 0px', threshold: [0, 1] });
  for (const heading of headings) observer.observe(heading);
  mark();
}
