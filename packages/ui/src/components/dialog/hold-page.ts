let holders = 0;

/**
 * Prevents the page from scrolling while an overlay is open, and from shifting sideways in browsers whose scrollbars
 * take up width. Calls are counted: the page scrolls again after the last release.
 *
 * @returns a function that releases the page.
 */
export function holdPage(): () => void {
  const { documentElement: root } = document;
  holders += 1;
  if (holders === 1) {
    const widthPx = root.clientWidth;
    root.style.overflow = 'hidden';
    const gainedPx = root.clientWidth - widthPx;
    if (gainedPx > 0) root.style.paddingInlineEnd = `${gainedPx}px`;
  }
  return () => {
    holders -= 1;
    if (holders > 0) return;
    root.style.removeProperty('overflow');
    root.style.removeProperty('padding-inline-end');
  };
}
