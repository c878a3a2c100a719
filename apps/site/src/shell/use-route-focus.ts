import { splitLocale } from '@isola/i18n';
import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * After a change of page, puts the focus at the beginning of the new one, so that keyboard and screen reader begin there
 * as after a real load. A change of language is no change of page, and an anchor has its own place.
 */
export function useRouteFocus(content: RefObject<HTMLElement | null>): void {
  const path = useLocation({ select: ({ pathname }) => splitLocale(pathname).path });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (!location.hash) content.current?.focus({ preventScroll: true });
  }, [path, content]);
}
