import { letterOf } from '@isola/editor';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatch, useSelection } from '../batch-context.tsx';
import { type ItemActions, moveItem } from './item-actions.ts';
import { isDoubtful, nextDoubtful } from './list-entries.ts';

export interface ListKeysOptions {
  /** Ids of the items, in the order in which they are listed. */
  readonly order: readonly string[];
  /** Returns the item to which a key moves the focus; undefined when the key does not move it. */
  readonly targetOf: (id: string, key: string) => string | undefined;
  readonly actions: ItemActions;
  /** Opens the large view of an item. */
  readonly onLook: (id: string) => void;
  readonly focusRow: (id: string) => void;
}

/** Direction in which an arrow key moves an item while Alt is pressed. */
const moves: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** Returns the keyboard handler of the list: moving between rows, selecting, and acting on the active item. */
export function useListKeys(options: ListKeysOptions): (event: KeyboardEvent<HTMLElement>) => void {
  const { order, targetOf, actions, onLook, focusRow } = options;
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const selection = useSelection();

  /** @returns true when the list has handled the key. */
  function onListKey(event: KeyboardEvent, activeId: string, isOnRow: boolean): boolean {
    const withMod = event.ctrlKey || event.metaKey;
    const item = batch.getState().items.find(({ id }) => id === activeId);
    const by = event.altKey ? moves[event.key] : undefined;
    if (by !== undefined) {
      move(activeId, by);
      return true;
    }
    const next = event.altKey ? undefined : targetOf(activeId, event.key);
    if (next !== undefined) {
      selection.choose(next, event.shiftKey ? 'range' : withMod ? 'keep' : 'only', order);
      focusRow(next);
      return true;
    }
    if (withMod && event.key.toLowerCase() === 'a') {
      selection.selectAll(order);
      return true;
    }
    if (event.key === 'Escape') {
      const had = selection.getState().selected.size > 0;
      selection.clear();
      return had;
    }
    // The remaining keys belong to the focused button or checkbox, unless the row itself has the focus.
    if (!isOnRow || withMod || event.altKey) return false;
    switch (letterOf(event) ?? event.key) {
      case ' ':
        onLook(activeId);
        return true;
      case 'x':
        selection.choose(activeId, 'toggle', order);
        return true;
      case 'Enter':
      case 'e':
        if (item?.state === 'processed' && item.outcome === 'done') actions.edit(activeId);
        return true;
      case 'a':
        if (item && isDoubtful(item)) accept(activeId);
        return true;
      case 'Delete':
      case 'Backspace': {
        // A key that is held removes only the first image.
        if (event.repeat) return true;
        const { selected } = selection.getState();
        actions.remove(selected.size > 0 ? order.filter((id) => selected.has(id)) : [activeId]);
        return true;
      }
      default:
        return false;
    }
  }

  function move(id: string, by: 1 | -1): void {
    const position = moveItem(batch, id, by);
    const { items } = batch.getState();
    const name = items.find((item) => item.id === id)?.name ?? '';
    if (position === undefined) return;
    actions.announce(t('announce.moved', { name, position, count: items.length }));
    focusRow(id);
  }

  /** Accepts a doubtful result and focuses the next one, so that repeating one key goes through all of them. */
  function accept(id: string): void {
    batch.accept(id);
    const next = nextDoubtful(batch.getState().items, order, id);
    if (next === undefined) return focusRow(id);
    selection.choose(next, 'only', order);
    focusRow(next);
  }

  return (event) => {
    const { activeId = order[0] } = selection.getState();
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return;
    if (activeId === undefined) return;
    const isOnRow = event.target instanceof Element && event.target.matches('[data-slot=batch-item]');
    if (onListKey(event, activeId, isOnRow)) event.preventDefault();
  };
}
