import { useMedia } from '@isola/editor/react';
import { cn } from '@isola/ui/cn';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';

import { useBatchState, useSelection, useSelectionState } from '../batch-context.tsx';
import { BatchRow } from './batch-row.tsx';
import type { ItemActions } from './item-actions.ts';
import { entryKeys, entryOf, listedIds } from './list-entries.ts';
import { heightOfLine, itemsPerLine, itemsPerPage, keyOfLine, linesOf } from './list-lines.ts';
import { useFocusOnReturn, useFocusRow, useKeepListed } from './use-list-focus.ts';
import { useListKeys } from './use-list-keys.ts';
import { useRowDrag } from './use-row-drag.ts';

export interface BatchListProps {
  actions: ItemActions;
}

/**
 * List of all images. Only the lines in view are in the page. Each row renders again by itself when its item changes.
 */
export function BatchList({ actions }: BatchListProps) {
  const { t } = useTranslation('batch');
  const selection = useSelection();
  const keys = useBatchState(useShallow(({ items }) => entryKeys(items)));
  const order = useMemo(() => listedIds(keys), [keys]);
  const isNarrow = useMedia('(max-width: 39.99rem)');
  const lines = useMemo(() => linesOf(keys.map(entryOf), { isNarrow }), [keys, isNarrow]);
  const scroller = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(scroller);
  const layout = { isNarrow, widthPx };
  // The methods of the virtualizer are called only in this component, which is not memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOfLine(lines[index], layout),
    getItemKey: (index) => keyOfLine(lines[index]),
    overscan: 6,
    // New rows render in a separate task. Together with the layout of the scrolled frame, they took more than 50 ms.
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, widthPx, isNarrow, lines]);
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

  const onKeyDown = useListKeys({
    order,
    perLine: itemsPerLine(layout),
    perPage: () => itemsPerPage(scroller.current?.clientHeight ?? 0, layout),
    actions,
    focusRow,
  });

  const rendered = virtualizer.getVirtualItems();
  const activeId = useSelectionState((state) => state.activeId);
  const renderedIds = rendered.flatMap(({ index }) =>
    (lines[index] ?? []).flatMap((entry) => (entry.kind === 'item' ? [entry.id] : [])),
  );
  // Tab reaches the active row, or the first rendered one while the active row is scrolled out of the page.
  const tabStopId = renderedIds.find((id) => id === activeId) ?? renderedIds[0];

  const hasReview = lines[0]?.[0]?.kind === 'look';
  const restIndex = lines.findIndex((line) => line[0]?.kind === 'rest');
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
        {rendered.map(({ index, key, start, size }) => {
          const line = lines[index] ?? [];
          const [first] = line;
          const isReviewed = hasReview && (restIndex < 0 || index < restIndex);
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
                        isTabStop={entry.id === tabStopId}
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
