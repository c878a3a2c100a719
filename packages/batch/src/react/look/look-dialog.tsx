import { letterOf } from '@isola/editor';
import { formatNumber, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { Dialog, DialogContent } from '@isola/ui/dialog';
import { IconButton } from '@isola/ui/icon-button';
import { Kbd } from '@isola/ui/kbd';
import { ChevronLeft, ChevronRight, SquareSplitHorizontal } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BatchItem } from '../../batch.ts';
import { useBatch, useItem } from '../batch-context.tsx';
import { LessonActions } from '../lesson/lesson-actions.tsx';
import type { ItemActions } from '../list/item-actions.ts';
import { ItemSize, ItemState } from '../list/item-state.tsx';
import { isDoubtful, nextDoubtful } from '../list/list-entries.ts';
import { Doubts, ReviewActions } from '../list/review-actions.tsx';
import { LookStage } from './look-stage.tsx';

export interface LookDialogProps {
  id: string;
  /** Ids of all items, in the order in which they are listed. */
  order: readonly string[];
  actions: ItemActions;
  /** Called with the next item; undefined when none is left. */
  onChange: (id: string | undefined) => void;
  /** Called with the item that was shown last. */
  onClosed: (id: string) => void;
  /** Called with the item that was shown last, once the large view no longer holds the keyboard focus. */
  onFocusReturn: (id: string) => void;
}

const compareKey = 'C';

/** The large view of an item. Keys go to the next item, compare, accept, edit and drop. */
export function LookDialog(props: LookDialogProps) {
  const item = useItem(props.id);
  return item ? <Look {...props} item={item} /> : null;
}

function Look(props: LookDialogProps & { item: BatchItem }) {
  const { id, item, order, actions, onChange, onClosed, onFocusReturn } = props;
  const { t, i18n } = useTranslation('batch');
  const batch = useBatch();
  const [isComparing, setComparing] = useState(false);
  const [isLessonShown, setLessonShown] = useState(true);
  const isDone = item.state === 'processed' && item.outcome === 'done';
  const isTaught = isDone && !item.isOutdated && item.isTaught === true;
  const at = order.indexOf(id);
  const number = (value: number) => formatNumber(i18n.language as Locale, value);
  const look = (to: number) => {
    const next = order[to];
    if (next !== undefined) onChange(next);
  };
  const edit = () => isDone && actions.edit(id);
  const drop = () => {
    onChange(order[at + 1] ?? order[at - 1]);
    actions.remove([id]);
  };
  const accept = () => {
    if (!isDoubtful(item)) return;
    batch.accept(id);
    const next = nextDoubtful(batch.getState().items, order, id);
    if (next !== undefined) onChange(next);
  };
  const compare = () => isDone && setComparing(!isComparing);

  /** @returns what a key does; undefined when it belongs to the focused control. */
  function actOf(event: KeyboardEvent): (() => unknown) | undefined {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    // The divider moves with the same keys.
    const isFree = !(event.target instanceof HTMLInputElement);
    const isOnStage = event.target === event.currentTarget;
    switch (letterOf(event) ?? event.key) {
      case 'ArrowRight':
      case 'ArrowDown':
        return isFree ? () => look(at + 1) : undefined;
      case 'ArrowLeft':
      case 'ArrowUp':
        return isFree ? () => look(at - 1) : undefined;
      case 'Home':
        return isFree ? () => look(0) : undefined;
      case 'End':
        return isFree ? () => look(order.length - 1) : undefined;
      case ' ':
        return isOnStage ? () => onClosed(id) : undefined;
      case 'Enter':
        return isOnStage ? edit : undefined;
      case 'a':
        return accept;
      case 'c':
        return compare;
      case 'e':
        return edit;
      case 'Delete':
      case 'Backspace':
        // A key that is held removes only the first image.
        return event.repeat ? () => undefined : drop;
      default:
        return undefined;
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClosed(id)}>
      <DialogContent
        size="xl"
        aria-describedby={undefined}
        title={item.name || t('item.unnamed')}
        closeLabel={t('look.close')}
        onKeyDown={(event) => {
          const act = actOf(event);
          if (!act) return;
          event.preventDefault();
          act();
        }}
        // The keys work at once, and no button looks chosen.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
        }}
        // The item that was shown last receives the focus, and not the one that opened the large view.
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onFocusReturn(id);
        }}
      >
        <div data-slot="look" data-id={id} className="flex min-h-0 flex-1 flex-col gap-3 px-6 pb-4">
          <div className="flex flex-wrap items-center gap-x-4">
            {isDoubtful(item) ? <Doubts item={item} className="text-13 text-warning" /> : <ItemState item={item} />}
            <ItemSize item={item} />
          </div>
          {isTaught && (
            <LessonActions id={id} isShown={isLessonShown} onShow={setLessonShown} announce={actions.announce} />
          )}
          <LookStage
            item={item}
            isComparing={isComparing && isDone}
            isLessonShown={isTaught && isLessonShown && !isComparing}
          />
          <div className="flex flex-wrap items-center gap-2">
            <IconButton
              variant="secondary"
              label={t('look.previous')}
              title={t('look.previous')}
              aria-disabled={at <= 0}
              onClick={() => look(at - 1)}
              className="aria-disabled:opacity-50 pointer-coarse:size-11"
            >
              <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
            </IconButton>
            <p className="text-13 text-soft tabular-nums" aria-live="polite">
              {t('bar.progress', { done: number(at + 1), total: number(order.length) })}
            </p>
            <IconButton
              variant="secondary"
              label={t('look.next')}
              title={t('look.next')}
              aria-disabled={at >= order.length - 1}
              onClick={() => look(at + 1)}
              className="aria-disabled:opacity-50 pointer-coarse:size-11"
            >
              <ChevronRight aria-hidden className="rtl:-scale-x-100" />
            </IconButton>
            {isDone && (
              <Button size="sm" aria-pressed={isComparing} onClick={compare} className="pointer-coarse:h-11">
                <SquareSplitHorizontal aria-hidden />
                {t('look.compare')}
                <Kbd aria-hidden className="max-xl:hidden pointer-coarse:hidden">
                  {compareKey}
                </Kbd>
              </Button>
            )}
            <span className="ms-auto flex flex-wrap items-center gap-1">
              <ReviewActions item={item} onAccept={accept} onEdit={edit} onDrop={drop} tabIndex={0} isRoomy />
            </span>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}
