let holders = 0;

/**
 * Keeps the page from scrolling while something lies over it, and from jumping sideways where scrollbars take room.
 * Counted: the page is free again when the last holder has let go.
 *
 * @returns lets go.
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
