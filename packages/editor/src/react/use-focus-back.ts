import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns a ref for an element that may disappear while the focus is in it, such as a button that cancels. The element
 * that had the focus when it appeared receives the focus again then, because it would otherwise return to the top of
 * the page.
 */
export function useFocusBack<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const own = ref.current;
    return () => {
      if (own?.contains(document.activeElement) && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [before]);
  return ref;
}
