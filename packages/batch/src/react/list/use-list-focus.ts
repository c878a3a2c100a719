import { useEffect, useEffectEvent, useRef } from 'react';

import { useSelection } from '../batch-context.tsx';

type FocusRow = (id: string) => void;

/**
 * Moves the keyboard focus between rows. A row that is far away is scrolled into view and focused once it is rendered.
 * @param reveal scrolls a row into view.
 */
export function useFocusRow(
  scroller: { readonly current: HTMLElement | null },
  reveal: (id: string) => void,
): FocusRow {
  const wanted = useRef<string>(undefined);
  const findRow = (id: string) => scroller.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  // This effect runs after each render of the list, because one of them brings the wanted row.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = findRow(wanted.current);
    if (!row) return;
    row.focus({ preventScroll: true });
    wanted.current = undefined;
  });
  return (id) => {
    reveal(id);
    wanted.current = id;
    findRow(id)?.focus({ preventScroll: true });
  };
}

/** Deselects removed items. When the row with the keyboard focus is removed, the next row receives the focus. */
export function useKeepListed(order: readonly string[], focusRow: FocusRow): void {
  const selection = useSelection();
  const before = useRef(order);
  const focusNext = useEffectEvent(focusRow);
  useEffect(() => {
    const { activeId } = selection.getState();
    selection.keepListed(order, before.current);
    before.current = order;
    const { activeId: next } = selection.getState();
    // The body has the focus when the focused row was removed from the page.
    if (next !== undefined && next !== activeId && document.activeElement === document.body) focusNext(next);
  }, [selection, order]);
}

/**
 * Keeps the keyboard focus on the active item when its element is replaced because the item is now in another line, and
 * gives it back when the list is shown again after the editor, which replaces the list while it is open. An item that
 * is scrolled out of the page loses the focus.
 * @param lines the lines of the list. They change when the list is shown, and when its width becomes known.
 */
export function useKeepFocus(
  scroller: { readonly current: HTMLElement | null },
  lines: readonly unknown[],
  focusRow: FocusRow,
): void {
  const selection = useSelection();
  /** True from the focus of an item until the focus leaves it, but not when the focused element is replaced. */
  const hasFocus = useRef(true);
  const seen = useRef<readonly unknown[]>(undefined);
  // This effect runs after each render of the list, because each one may remove the focused element.
  useEffect(() => {
    const isRearranged = seen.current !== lines;
    seen.current = lines;
    const { activeId } = selection.getState();
    if (!hasFocus.current || activeId === undefined || document.activeElement !== document.body) return;
    if (isRearranged) focusRow(activeId);
    else hasFocus.current = false;
  });
  useEffect(() => {
    const list = scroller.current;
    if (!list) return undefined;
    const onFocusIn = () => (hasFocus.current = true);
    const onFocusOut = ({ target }: FocusEvent) => {
      // An element that is being removed is still connected while it loses the focus.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected) hasFocus.current = list.contains(document.activeElement);
      });
    };
    list.addEventListener('focusin', onFocusIn);
    list.addEventListener('focusout', onFocusOut);
    return () => {
      list.removeEventListener('focusin', onFocusIn);
      list.removeEventListener('focusout', onFocusOut);
    };
  }, [scroller]);
}
