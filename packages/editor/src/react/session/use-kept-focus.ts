import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a panel when other buttons replace a focused one, because it would otherwise return to the top
 * of the page. It moves to the button with `data-main`, or to the first button. When the panel is mounted, the focus
 * moves to the panel itself, so that a second press of the key that chose an image does not cancel its segmentation.
 * @param state State whose change replaces the buttons.
 * @returns the ref of the panel, which needs a `tabIndex` of -1.
 * @example
 * const panel = useKeptFocus<HTMLDivElement>(session.state);
 * return <div ref={panel} tabIndex={-1}>…</div>;
 */
export function useKeptFocus<Panel extends HTMLElement>(state: string): RefObject<Panel | null> {
  const panel = useRef<Panel>(null);
  const lastState = useRef<string>(undefined);
  useEffect(() => {
    const { activeElement, body } = document;
    if (lastState.current !== state && (activeElement === body || activeElement === panel.current)) {
      if (lastState.current === undefined) {
        panel.current?.focus({ preventScroll: true });
      } else {
        focusMainButton(panel.current);
      }
    }
    lastState.current = state;
  }, [state]);
  return panel;
}

function focusMainButton(panel: HTMLElement | null): void {
  const buttons = [panel?.querySelector<HTMLElement>('[data-main]'), panel?.querySelector('button')];
  buttons.find(Boolean)?.focus({ preventScroll: true });
}
