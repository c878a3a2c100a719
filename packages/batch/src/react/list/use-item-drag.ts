import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatch } from '../batch-context.tsx';
import type { ItemActions } from './item-actions.ts';
import { indexAt } from './list-entries.ts';
import { tileGapPx } from './list-lines.ts';

interface ItemDragOptions {
  readonly scroller: { readonly current: HTMLElement | null };
  /** Ids of the items, in the order of the list. */
  readonly order: readonly string[];
  readonly actions: ItemActions;
}

/** Distance from the upper or lower edge, in CSS px, within which a drag scrolls the list. */
const edgePx = 48;
/** Distance, in CSS px, that the list scrolls in each animation frame. */
const scrollStepPx = 12;

/** Line at which a dragged item would be dropped, in CSS px of the scrolled list: between two rows, or two tiles. */
export interface DropLine {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Target {
  /** Id of the item whose position the dragged item would take. */
  readonly overId: string;
  readonly line: DropLine;
}

/** Thickness of the drop line. */
const linePx = 2;

/** Moves an item by dragging it with the pointer. Escape cancels the drag. */
export function useItemDrag({ scroller, order, actions }: ItemDragOptions) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const [line, setLine] = useState<DropLine>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const begin = useCallback(
    (id: string, { button, pointerId, clientX, clientY }: PointerEvent) => {
      const list = scroller.current;
      if (button !== 0 || !list) return;
      const listening = new AbortController();
      let target: Target | undefined;
      let pointer = { clientX, clientY };
      let frame = 0;
      const end = () => {
        cancelAnimationFrame(frame);
        listening.abort();
        setLine(undefined);
      };
      const aim = () => {
        target = targetAt(list, id, order, pointer);
        if (target && indexAt(batch.getState().items, id, target.overId) === undefined) target = undefined;
        setLine(target?.line);
        const { top, bottom } = list.getBoundingClientRect();
        const { clientY: pointerY } = pointer;
        const by = pointerY < top + edgePx ? -scrollStepPx : pointerY > bottom - edgePx ? scrollStepPx : 0;
        list.scrollBy(0, by);
        frame = requestAnimationFrame(aim);
      };
      const on = <Type extends 'pointermove' | 'pointerup' | 'pointercancel' | 'keydown'>(
        type: Type,
        listener: (event: DocumentEventMap[Type]) => void,
      ) => document.addEventListener(type, listener, { signal: listening.signal, capture: true });
      on('pointermove', (event) => {
        if (event.pointerId === pointerId) pointer = event;
      });
      on('pointercancel', end);
      on('keydown', (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        end();
      });
      on('pointerup', (event) => {
        if (event.pointerId !== pointerId) return;
        end();
        const { items } = batch.getState();
        const index = target && indexAt(items, id, target.overId);
        if (index === undefined) return;
        batch.move(id, index);
        const name = items.find((item) => item.id === id)?.name;
        actions.announce(t('announce.moved', { name, position: index + 1, count: items.length }));
      });
      stop.current = end;
      aim();
    },
    [scroller, order, batch, actions, t],
  );
  return { begin, line };
}

/** @returns the position to which the item would move; undefined when that is its current position. */
function targetAt(
  list: HTMLElement,
  id: string,
  order: readonly string[],
  { clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>,
): Target | undefined {
  const over = [...list.querySelectorAll<HTMLElement>('[data-slot=batch-item]')].find((item) => {
    const { top, bottom, left, right } = item.getBoundingClientRect();
    return clientY >= top && clientY < bottom && clientX >= left && clientX < right;
  });
  const overId = over?.dataset['id'];
  if (!over || overId === undefined || overId === id) return undefined;
  const isAfter = order.indexOf(overId) > order.indexOf(id);
  const { top, left, width, height } = over.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  const [leftPx, topPx] = [left - frame.left, top - frame.top + list.scrollTop];
  const line =
    over.role === 'row'
      ? { leftPx, topPx: (isAfter ? topPx + height : topPx) - linePx / 2, widthPx: width, heightPx: linePx }
      : {
          leftPx: (isAfter ? leftPx + width + tileGapPx / 2 : leftPx - tileGapPx / 2) - linePx / 2,
          topPx,
          widthPx: linePx,
          heightPx: height,
        };
  return { overId, line };
}
