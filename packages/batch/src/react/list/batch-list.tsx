import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';

import { useBatchState, useFlick, useSelection, useSelectionState } from '../batch-context.tsx';
import { LookDialog } from '../look/look-dialog.tsx';
import type { ItemActions } from './item-actions.ts';
import { entryKeys, listedIds } from './list-entries.ts';
import { ListLine } from './list-line.tsx';
import { heightOfLine, keyOfLine, lineIndexOf, linesOf, targetOf, tileLayoutOf, type View } from './list-lines.ts';
import { useItemDrag } from './use-item-drag.ts';
import { useFocusRow, useKeepFocus, useKeepListed } from './use-list-focus.ts';
import { useListKeys } from './use-list-keys.ts';

export interface BatchListProps {
  view: View;
  actions: ItemActions;
  /** Image whose large view is opened from outside the list. */
  lookedId?: string | undefined;
  /** Called when that view is closed or shows another image. */
  onLooked?: () => void;
}

/**
 * All images, as tiles or as a list. Only the lines in view are in the page. Each item renders again by itself when it
 * changes.
 */
export function BatchList({ view, actions, lookedId, onLooked }: BatchListProps) {
  const { t } = useTranslation('batch');
  const selection = useSelection();
  const flick = useFlick();
  const keys = useBatchState(useShallow(({ items }) => entryKeys(items)));
  const order = useMemo(() => listedIds(keys), [keys]);
  const scroller = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(scroller);
  const layout = useMemo(() => tileLayoutOf(widthPx), [widthPx]);
  const lines = useMemo(() => linesOf(keys, view, layout.columns), [keys, view, layout.columns]);
  const [ownLook, setLookedAt] = useState<string>();
  const lookedAt = ownLook ?? lookedId;
  // The methods of the virtualizer are called only in this component, which is not memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOfLine(lines[index], layout),
    getItemKey: (index) => keyOfLine(lines[index], index),
    overscan: view === 'tiles' ? 2 : 6,
    // New rows render in a separate task. Together with the layout of the scrolled frame, they took more than 50 ms.
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, layout, lines]);
  const focusRow = useFocusRow(scroller, (id) => {
    const index = lineIndexOf(lines, id);
    if (index >= 0) virtualizer.scrollToIndex(index);
  });
  useKeepListed(order, focusRow);
  useKeepFocus(scroller, lines, focusRow);

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
  const drag = useItemDrag({ scroller, order, actions });
  const onKeyDown = useListKeys({
    order,
    targetOf: (id, key) => targetOf(lines, id, key, { pagePx: scroller.current?.clientHeight ?? 0, layout }),
    actions,
    onLook: setLookedAt,
    focusRow,
  });

  const rendered = virtualizer.getVirtualItems();
  const activeId = useSelectionState((state) => state.activeId);
  const renderedIds = rendered.flatMap(({ index }) => {
    const line = lines[index];
    return !line || line.kind === 'heading' ? [] : line.ids;
  });
  // Tab reaches the active item, or the first rendered one while the active item is scrolled out of the page.
  const tabStopId = renderedIds.find((id) => id === activeId) ?? renderedIds[0];
  return (
    <>
      <div
        ref={scroller}
        role="grid"
        tabIndex={-1}
        aria-label={t('list.label')}
        aria-multiselectable
        aria-rowcount={lines.length}
        aria-describedby="batch-keys"
        data-slot="batch-list"
        data-view={view}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget, timeStamp }) => flick.scrolledTo(currentTarget.scrollTop, timeStamp)}
        className="@container/list relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
        <p id="batch-keys" hidden>
          {t('list.keys')}
        </p>
        <div role="presentation" style={{ height: virtualizer.getTotalSize() }} className="relative w-full">
          {rendered.map(({ index, key, start, size }) => {
            const line = lines[index];
            return (
              line && (
                <ListLine
                  key={key}
                  line={line}
                  index={index}
                  startPx={start}
                  heightPx={size}
                  columns={layout.columns}
                  tabStopId={tabStopId}
                  actions={actions}
                  onPress={onPress}
                  onLook={setLookedAt}
                  onToggle={onToggle}
                  onGrip={drag.begin}
                />
              )
            );
          })}
          {drag.line && (
            <div
              aria-hidden
              data-slot="drop-line"
              style={{
                transform: `translate(${drag.line.leftPx}px, ${drag.line.topPx}px)`,
                width: drag.line.widthPx,
                height: drag.line.heightPx,
              }}
              className="pointer-events-none absolute start-0 top-0 z-10 bg-cut"
            />
          )}
        </div>
      </div>
      {lookedAt !== undefined && (
        <LookDialog
          id={lookedAt}
          order={order}
          actions={actions}
          onChange={(id) => {
            onLooked?.();
            setLookedAt(id);
            if (id !== undefined) selection.choose(id, 'keep', order);
          }}
          onClosed={(id) => {
            onLooked?.();
            setLookedAt(undefined);
            selection.choose(id, 'keep', order);
          }}
          // The editor may have replaced the list, and the last item may have been dropped.
          onFocusReturn={(id) => {
            if (scroller.current && lineIndexOf(lines, id) >= 0) focusRow(id);
          }}
        />
      )}
    </>
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
