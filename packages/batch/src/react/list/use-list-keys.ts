import { letterOf } from '@isola/editor';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatch, useSelection } from '../batch-context.tsx';
import { type ItemActions, moveItem } from './item-actions.ts';
import { isDoubtful } from './list-entries.ts';

export interface ListKeysOptions {
  /** Ids of the items, in the order in which they are listed. */
  readonly order: readonly string[];
  readonly perLine: number;
  /** Returns the number of items by which Page Up and Page Down move. */
  readonly perPage: () => number;
  readonly actions: ItemActions;
  readonly focusRow: (id: string) => void;
}

/** Returns the keyboard handler of the list: moving between rows, selecting, and acting on the active item. */
export function useListKeys(options: ListKeysOptions): (event: KeyboardEvent<HTMLElement>) => void {
  const { order, perLine, perPage, actions, focusRow } = options;
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const selection = useSelection();

  /** @returns true when the list has handled the key. */
  function onListKey(event: KeyboardEvent, activeId: string, isOnRow: boolean): boolean {
    const withMod = event.ctrlKey || event.metaKey;
    const item = batch.getState().items.find(({ id }) => id === activeId);
    const step = stepOf(event.key, perLine, perPage(), order.length);
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      move(activeId, event.key === 'ArrowUp' ? -1 : 1);
      return true;
    }
    if (step !== undefined && !event.altKey) {
      const to = Math.min(order.length - 1, Math.max(0, order.indexOf(activeId) + step));
      const next = order[to];
      if (next !== undefined) {
        selection.choose(next, event.shiftKey ? 'range' : withMod ? 'keep' : 'only', order);
        focusRow(next);
      }
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
    const at = order.indexOf(id);
    batch.accept(id);
    const next = [...order.slice(at + 1), ...order.slice(0, at)].find((other) =>
      batch.getState().items.some((item) => item.id === other && isDoubtful(item)),
    );
    if (next === undefined) return focusRow(id);
    selection.choose(next, 'only', order);
    focusRow(next);
  }

  return (event) => {
    const { activeId = order[0] } = selection.getState();
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return;
    if (activeId === undefined) return;
    const isOnRow = event.target instanceof Element && event.target.matches('[role=row]');
    if (onListKey(event, activeId, isOnRow)) event.preventDefault();
  };
}

/** @returns by how many items a key moves the focus; undefined when the key does not move it. */
function stepOf(key: string, perLine: number, perPage: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return perLine;
    case 'ArrowUp':
      return -perLine;
    case 'ArrowRight':
      return perLine > 1 ? 1 : undefined;
    case 'ArrowLeft':
      return perLine > 1 ? -1 : undefined;
    case 'PageDown':
      return perPage;
    case 'PageUp':
      return -perPage;
    case 'Home':
      return -count;
    case 'End':
      return count;
    default:
      return undefined;
  }
}
