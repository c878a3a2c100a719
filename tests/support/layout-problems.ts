import type { Page } from '@playwright/test';

/**
 * Returns descriptions of everything that is cut off, wider than the page, or over another control. Empty when there is
 * no problem.
 */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) {
      problems.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    }
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}”`;
    const isSeen = (element: Element) => {
      const { width: across, height: down } = element.getBoundingClientRect();
      // Texts for screen readers only have a box of 1 px.
      return across > 1 && down > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const styleOf = (element: Element) => getComputedStyle(element);

    /** Returns the nearest box that clips its overflow. Content that can be scrolled to is not clipped. */
    const cutterOf = (element: Element, axis: 'overflowX' | 'overflowY') => {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const overflow = styleOf(box)[axis];
        if (overflow === 'auto' || overflow === 'scroll') return undefined;
        if (overflow === 'hidden' || overflow === 'clip') return box;
      }
      return undefined;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!node.textContent?.trim() || !element || element.closest('script, style, option, [aria-hidden=true]'))
        continue;
      if (!isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      const cutter = cutterOf(element, 'overflowX');
      const isShortened = cutter && styleOf(cutter).textOverflow === 'ellipsis' && cutter.closest('[title]') !== null;
      const across = cutter?.getBoundingClientRect();
      const down = cutterOf(element, 'overflowY')?.getBoundingClientRect();
      if ((across?.width ?? width) <= 1 || (down?.height ?? width) <= 1) continue;
      if (across && !isShortened && (text.right > across.right + 1 || text.left < across.left - 1)) {
        problems.push(`cut at the side: ${nameOf(element)}`);
      }
      if (down && (text.bottom > down.bottom + 1 || text.top < down.top - 1))
        problems.push(`cut below: ${nameOf(element)}`);
    }

    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, [role=slider]')].filter(
      // The handles on an image are over it, and its guides cross each other.
      (element) => isSeen(element) && !element.closest('[inert], [aria-hidden=true], [data-slot=stage], svg'),
    );
    const boxes = controls.map((element) => ({ element, box: element.getBoundingClientRect() }));
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 2 && down > 2 && layerOf(one.element) === layerOf(other.element)) {
          problems.push(`${nameOf(one.element)} lies over ${nameOf(other.element)}`);
        }
      }
    }
    return problems;

    /**
     * Returns the layer of an element. Elements that are over the page or scroll separately may cover other controls;
     * controls within the same layer are compared with each other.
     */
    function layerOf(element: Element): Element {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { position, overflowX, overflowY } = styleOf(box);
        const scrolls = [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll');
        if (position === 'fixed' || position === 'sticky' || scrolls) return box;
      }
      return document.body;
    }
  });
}
