import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatch } from '../batch-context.tsx';
import type { ItemActions } from './item-actions.ts';
import { indexAt } from './list-entries.ts';

interface RowDragOptions {
  readonly scroller: { readonly current: HTMLElement | null };
  /** Ids of the items, in the order of the list. */
  readonly order: readonly string[];
  readonly actions: ItemActions;
}

/** Distance from the upper or lower edge, in CSS px, within which a drag scrolls the list. */
const edgePx = 48;
/** Distance, in CSS px, that the list scrolls in each animation frame. */
const scrollStepPx = 12;

interface Target {
  /** Id of the row whose position the dragged row would take. */
  readonly overId: string;
  /** Position of the drop line in the scrolled list, in CSS px. */
  readonly lineY: number;
}

/** Moves a row by dragging it with the pointer. Escape cancels the drag. */
export function useRowDrag({ scroller, order, actions }: RowDragOptions) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const [lineY, setLineY] = useState<number>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const begin = useCallback(
    (id: string, { button, pointerId, clientY: startY }: PointerEvent) => {
      const list = scroller.current;
      if (button !== 0 || !list) return;
      const listening = new AbortController();
      let target: Target | undefined;
      let pointerY = startY;
      let frame = 0;
      const end = () => {
        cancelAnimationFrame(frame);
        listening.abort();
        setLineY(undefined);
      };
      const aim = () => {
        target = targetAt(list, id, order, pointerY);
        if (target && indexAt(batch.getState().items, id, target.overId) === undefined) target = undefined;
        setLineY(target?.lineY);
        const { top, bottom } = list.getBoundingClientRect();
        const by = pointerY < top + edgePx ? -scrollStepPx : pointerY > bottom - edgePx ? scrollStepPx : 0;
        list.scrollBy(0, by);
        frame = requestAnimationFrame(aim);
      };
      const on = <Type extends 'pointermove' | 'pointerup' | 'pointercancel' | 'keydown'>(
        type: Type,
        listener: (event: DocumentEventMap[Type]) => void,
      ) => document.addEventListener(type, listener, { signal: listening.signal, capture: true });
      on('pointermove', (event) => {
        if (event.pointerId === pointerId) pointerY = event.clientY;
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
  return { begin, lineY };
}

/** @returns the position to which the row would move; undefined when that is its current position. */
function targetAt(list: HTMLElement, id: string, order: readonly string[], pointerY: number): Target | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-slot=batch-item]')];
  const over = rows.find((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return pointerY >= top && pointerY < bottom;
  });
  const overId = over?.dataset['id'];
  if (!over || overId === undefined || overId === id) return undefined;
  const by = order.indexOf(overId) - order.indexOf(id);
  const { top, bottom } = over.getBoundingClientRect();
  const origin = list.getBoundingClientRect().top - list.scrollTop;
  return { overId, lineY: (by > 0 ? bottom : top) - origin };
}
