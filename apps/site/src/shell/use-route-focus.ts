import { splitLocale } from '@isola/i18n';
import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the start of the content after a navigation, so that keyboard and screen reader users start there
 * as after a page load. A change of language does not move the focus, nor does a navigation to an anchor.
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
