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

/** Focuses the active item when the list is shown again after the editor, which replaces the list while it is open. */
export function useFocusOnReturn(focusRow: FocusRow, columns: number): void {
  const selection = useSelection();
  const focusActive = useEffectEvent(focusRow);
  // The number of columns is known only after the first rendering, and another number replaces the elements.
  useEffect(() => {
    const { activeId } = selection.getState();
    if (activeId !== undefined && document.activeElement === document.body) focusActive(activeId);
  }, [selection, columns]);
}

/**
 * Keeps the keyboard focus on the active item when its element is replaced, because the item is now in another line.
 * @param lines the lines of the list. The focus can be lost only when they change.
 */
export function useKeepFocus(
  scroller: { readonly current: HTMLElement | null },
  lines: readonly unknown[],
  focusRow: FocusRow,
): void {
  const selection = useSelection();
  /** True from the focus of an item until the focus leaves it, but not when the focused element is removed. */
  const hasFocus = useRef(false);
  const focusActive = useEffectEvent(focusRow);
  useEffect(() => {
    const { activeId } = selection.getState();
    if (!hasFocus.current || activeId === undefined || document.activeElement !== document.body) return;
    focusActive(activeId);
  }, [selection, lines]);
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
