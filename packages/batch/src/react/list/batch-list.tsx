import { letterOf } from '@isola/editor';
import { useMedia } from '@isola/editor/react';
import { cn } from '@isola/ui/cn';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';

import { useBatch, useBatchState, useSelection } from '../batch-context.tsx';
import { BatchRow } from './batch-row.tsx';
import { type ItemActions, moveItem } from './item-actions.ts';
import { entryKeys, entryOf, isDoubtful, type ListEntry, listedIds } from './list-entries.ts';
import { useRowDrag } from './use-row-drag.ts';

export interface BatchListProps {
  actions: ItemActions;
}

const rowHeightPx = 72;
const headingHeightPx = 48;
/** Of a card's text beneath its picture. */
const cardTextPx = 68;
const cardsInLine = 2;

/** One line of the list: a heading, a row, or on a phone two cards. */
type Line = readonly ListEntry[];

/** All images. Only the lines in view are in the page, and each is rendered again by itself when its item changes. */
export function BatchList({ actions }: BatchListProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const selection = useSelection();
  const keys = useBatchState(useShallow(({ items }) => entryKeys(items)));
  const order = useMemo(() => listedIds(keys), [keys]);
  const isNarrow = useMedia('(max-width: 39.99rem)');
  const lines = useMemo(() => linesOf(keys.map(entryOf), isNarrow ? cardsInLine : 1), [keys, isNarrow]);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const heightOf = (line: Line | undefined) => {
    if (line?.[0]?.kind !== 'item') return headingHeightPx;
    return isNarrow ? Math.round(width / cardsInLine) + cardTextPx : rowHeightPx;
  };
  // Its methods are called in this component alone, which is not memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]),
    getItemKey: (index) => keyOf(lines[index]),
    overscan: 6,
    // New rows are rendered in a task of their own: in the frame that scrolls, they and its layout took more than 50 ms.
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, width, isNarrow, lines]);
  const focusRow = useFocusRow(scroller, (id) => {
    const index = lines.findIndex((line) => line.some((entry) => entry.kind === 'item' && entry.id === id));
    if (index >= 0) virtualizer.scrollToIndex(index);
  });
  useKeepListed(order, focusRow);
  useFocusOnReturn(focusRow);

  const onPress = useCallback(
    (id: string, event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('button, input, label, [role=menu]')) {
        return;
      }
      selection.choose(id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only', order);
    },
    [selection, order],
  );
  const onToggle = useCallback((id: string) => selection.choose(id, 'toggle', order), [selection, order]);
  const drag = useRowDrag({ scroller, order, actions });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { activeId = order[0] } = selection.getState();
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return;
    if (activeId === undefined) return;
    const isOnRow = event.target instanceof Element && event.target.matches('[role=row]');
    const taken = onListKey(event, activeId, isOnRow);
    if (taken) event.preventDefault();
  };

  /** @returns whether the key was one of the list's. */
  function onListKey(event: KeyboardEvent, activeId: string, isOnRow: boolean): boolean {
    const withMod = event.ctrlKey || event.metaKey;
    const item = batch.getState().items.find(({ id }) => id === activeId);
    const step = stepOf(event.key, isNarrow ? cardsInLine : 1, pageOf(scroller.current, isNarrow), order.length);
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
    // A button or box in the row has these for itself.
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

  /** The next doubtful one comes to the keyboard, so that one key after the other goes through them. */
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

  const look = lines.findIndex((line) => line[0]?.kind === 'rest');
  const isLooking = lines[0]?.[0]?.kind === 'look';
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={t('list.label')}
      aria-multiselectable
      aria-rowcount={keys.length}
      aria-describedby="batch-keys"
      data-slot="batch-list"
      onKeyDown={onKeyDown}
      className="@container/list relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      <p id="batch-keys" hidden>
        {t('list.keys')}
      </p>
      <div role="presentation" style={{ height: virtualizer.getTotalSize() }} className="relative w-full">
        {virtualizer.getVirtualItems().map(({ index, key, start, size }) => {
          const line = lines[index] ?? [];
          const [first] = line;
          const isReviewed = isLooking && (look < 0 || index < look);
          return (
            <div
              key={key}
              role="presentation"
              data-index={index}
              style={{ transform: `translateY(${start}px)`, height: size }}
              className={cn('absolute inset-x-0 top-0', isNarrow && 'grid grid-cols-2 gap-1 px-1.5')}
            >
              {first && first.kind !== 'item' ? (
                <Heading kind={first.kind} count={first.count} />
              ) : (
                line.map(
                  (entry) =>
                    entry.kind === 'item' && (
                      <BatchRow
                        key={entry.id}
                        id={entry.id}
                        rowIndex={keys.indexOf(`item:${entry.id}`) + 1}
                        layout={isNarrow ? 'card' : 'row'}
                        isReviewed={isReviewed}
                        isTabStop={entry.id === order[0]}
                        actions={actions}
                        onPress={onPress}
                        onToggle={onToggle}
                        onGrip={drag.begin}
                      />
                    ),
                )
              )}
            </div>
          );
        })}
        {drag.lineY !== undefined && (
          <div
            aria-hidden
            data-slot="drop-line"
            style={{ transform: `translateY(${drag.lineY}px)` }}
            className="pointer-events-none absolute inset-x-0 -top-px z-10 h-0.5 bg-cut"
          />
        )}
      </div>
    </div>
  );
}

function Heading({ kind, count }: { kind: 'look' | 'rest'; count: number }) {
  const { t } = useTranslation('batch');
  return (
    <div role="row" className="col-span-full flex h-full items-end border-b border-line px-3 pb-2">
      <div role="rowheader">
        <h3 className={cn('text-14 font-semibold', kind === 'rest' && 'font-medium text-soft')}>
          {kind === 'look' ? t('look.title', { count }) : t('look.rest', { count })}
        </h3>
      </div>
    </div>
  );
}

/** Headings have a line of their own. */
function linesOf(entries: readonly ListEntry[], perLine: number): readonly Line[] {
  const lines: ListEntry[][] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    const fits = entry.kind === 'item' && last?.[0]?.kind === 'item' && last.length < perLine;
    if (fits) last.push(entry);
    else lines.push([entry]);
  }
  return lines;
}

function keyOf(line: Line | undefined): string {
  const [first] = line ?? [];
  if (!first) return '';
  return first.kind === 'item' ? first.id : first.kind;
}

/** @returns by how many items a key leads on. */
function stepOf(key: string, perLine: number, page: number, count: number): number | undefined {
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
      return page;
    case 'PageUp':
      return -page;
    case 'Home':
      return -count;
    case 'End':
      return count;
    default:
      return undefined;
  }
}

function pageOf(scroller: HTMLElement | null, isNarrow: boolean): number {
  const { clientHeight = 0, clientWidth = 0 } = scroller ?? {};
  if (!isNarrow) return Math.max(1, Math.floor(clientHeight / rowHeightPx) - 1);
  const cardHeight = clientWidth / cardsInLine + cardTextPx;
  return Math.max(1, Math.floor(clientHeight / cardHeight)) * cardsInLine;
}

function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** What was removed is no longer selected, and the row after it gets the keyboard's place. */
function useKeepListed(order: readonly string[], focusRow: (id: string) => void): void {
  const selection = useSelection();
  const before = useRef(order);
  const focusNext = useEffectEvent(focusRow);
  useEffect(() => {
    const { activeId } = selection.getState();
    selection.keepListed(order, before.current);
    before.current = order;
    const { activeId: next } = selection.getState();
    // The focus went with the row that had it.
    if (next !== undefined && next !== activeId && document.activeElement === document.body) focusNext(next);
  }, [selection, order]);
}

/** Back from the editor, which took the list's place, the keyboard is on the row from which it was opened. */
function useFocusOnReturn(focusRow: (id: string) => void): void {
  const selection = useSelection();
  const focusActive = useEffectEvent(focusRow);
  useEffect(() => {
    const { activeId } = selection.getState();
    if (activeId !== undefined && document.activeElement === document.body) focusActive(activeId);
  }, [selection]);
}

/** @returns gives a row the focus, once it is scrolled into view. */
function useFocusRow(scroller: { readonly current: HTMLElement | null }, reveal: (id: string) => void) {
  const wanted = useRef<string>(undefined);
  // After each render of the list: a row that was far away comes with one of them.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    row.focus({ preventScroll: true });
    wanted.current = undefined;
  });
  return (id: string) => {
    reveal(id);
    wanted.current = id;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
    row?.focus({ preventScroll: true });
  };
}
