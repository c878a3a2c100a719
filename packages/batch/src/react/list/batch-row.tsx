import { cn } from '@isola/ui/cn';
import { FileName } from '@isola/ui/file-row';
import { Progress } from '@isola/ui/progress';
import { GripVertical, RotateCcw } from 'lucide-react';
import { IconButton } from '@isola/ui/icon-button';
import { memo, type MouseEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatch, useItem, useSelection, useSelectionState } from '../batch-context.tsx';
import type { ItemActions } from './item-actions.ts';
import { ItemMenu } from './item-menu.tsx';
import { ItemSize, ItemState } from './item-state.tsx';
import { ItemThumbnail } from './item-thumbnail.tsx';
import { isDoubtful, shareOf } from './list-entries.ts';
import { Doubts, ReviewActions } from './review-actions.tsx';

export interface BatchRowProps {
  id: string;
  /** Position in the list, starting at 1 and including headings. */
  rowIndex: number;
  /** `card` is one of two cards in a line, on narrow screens. */
  layout: 'row' | 'card';
  /** True in the section of results that the user should check. */
  isReviewed: boolean;
  /** True for the one row that Tab reaches. Arrow keys move between rows. */
  isTabStop: boolean;
  actions: ItemActions;
  onPress: (id: string, event: MouseEvent) => void;
  onToggle: (id: string) => void;
  /** Starts dragging the row. */
  onGrip: (id: string, event: PointerEvent) => void;
}

/** Row or card of one item. A change of the item renders only this row again. */
export const BatchRow = memo(function BatchRow(props: BatchRowProps) {
  const { id, layout, isTabStop, rowIndex, onPress } = props;
  const item = useItem(id);
  const selection = useSelection();
  const isSelected = useSelectionState(({ selected }) => selected.has(id));
  const isActive = useSelectionState(({ activeId }) => activeId === id);
  if (!item) return null;
  const Content = layout === 'card' ? CardContent : RowContent;
  return (
    // The list handles the keys of all rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      data-slot="batch-item"
      data-id={id}
      data-state={item.state === 'processed' ? item.outcome : item.state}
      data-active={isActive || undefined}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      onClick={(event) => onPress(id, event)}
      // Keys act on the focused row, so a row that receives the focus in any way becomes active.
      onFocus={() => selection.choose(id, 'keep', [])}
      className={cn(
        'group/item relative border-line transition-colors duration-fast select-none',
        'outline-offset-[-3px] hover:bg-hover aria-selected:bg-accent-wash',
        'data-active:bg-sunk data-active:aria-selected:bg-accent-wash',
        layout === 'row'
          ? 'flex h-18 items-center gap-3 border-b ps-1 pe-2'
          : 'flex h-full min-w-0 flex-col gap-1 p-1.5',
      )}
    >
      <Content {...props} item={item} isSelected={isSelected} tabIndex={isActive ? 0 : -1} />
    </div>
  );
});

interface ContentProps extends BatchRowProps {
  item: NonNullable<ReturnType<typeof useItem>>;
  isSelected: boolean;
  /** Tab index of the controls in the row. */
  tabIndex: number;
}

function RowContent({ id, item, isSelected, isReviewed, actions, onToggle, onGrip, tabIndex }: ContentProps) {
  const { t } = useTranslation('batch');
  const name = item.name || t('item.unnamed');
  const isInReview = isReviewed && isDoubtful(item);
  return (
    <>
      <div role="gridcell" className="flex items-center">
        {/* Keyboard users move the row with Alt and an arrow key instead. */}
        <span
          aria-hidden
          data-slot="grip"
          onPointerDown={(event) => onGrip(id, event)}
          className={cn(
            'grid h-11 w-6 touch-none place-items-center text-faint opacity-0 transition-opacity',
            'group-hover/item:opacity-100 group-data-active/item:opacity-100 pointer-coarse:opacity-100',
            isInReview ? 'invisible' : 'cursor-grab',
          )}
        >
          <GripVertical className="size-4" />
        </span>
        <SelectBox {...{ id, name, isSelected, onToggle, tabIndex }} />
      </div>
      <div role="gridcell" className="flex min-w-0 flex-1 items-center gap-3">
        <ItemThumbnail item={item} size="md" />
        <div className="min-w-0 flex-1">
          <FileName name={name} />
          {isInReview ? <Doubts item={item} className="truncate text-12 text-warning" /> : <ItemSize item={item} />}
          {/* Narrow lists have no column for the state. */}
          {!isInReview && <ItemState item={item} className="@xl/list:hidden" />}
        </div>
      </div>
      {!isInReview && (
        <div role="gridcell" className="hidden w-44 flex-none @xl/list:block">
          <ItemState item={item} />
          {item.state === 'processing' && <ItemProgress item={item} className="mt-1.5" />}
        </div>
      )}
      <div role="gridcell" className="flex min-w-17 flex-none items-center justify-end gap-1 pointer-coarse:min-w-23">
        {isInReview && (
          <span className="hidden items-center gap-1 @2xl/list:flex">
            <ReviewActions item={item} actions={actions} tabIndex={tabIndex} />
          </span>
        )}
        <RetryButton item={item} tabIndex={tabIndex} />
        <ItemMenu item={item} actions={actions} tabIndex={tabIndex} />
      </div>
    </>
  );
}

function CardContent({ id, item, isSelected, isReviewed, actions, onToggle, tabIndex }: ContentProps) {
  const { t } = useTranslation('batch');
  const name = item.name || t('item.unnamed');
  const isInReview = isReviewed && isDoubtful(item);
  return (
    <>
      <div role="gridcell" className="relative min-h-0 flex-1">
        <ItemThumbnail item={item} size="fill" className="[aspect-ratio:auto] h-full" />
        <span className="absolute start-1 top-1">
          <SelectBox {...{ id, name, isSelected, onToggle, tabIndex }} />
        </span>
      </div>
      {/* The height is fixed, so that the thumbnails of a line are aligned. */}
      <div role="gridcell" className="flex h-15 min-w-0 flex-none items-start gap-1">
        <div className="min-w-0 flex-1">
          <FileName name={name} />
          {isInReview ? (
            <Doubts item={item} className="line-clamp-2 text-12 text-warning" />
          ) : (
            <>
              <ItemState item={item} />
              <ItemSize item={item} />
            </>
          )}
        </div>
        <RetryButton item={item} tabIndex={tabIndex} />
        <ItemMenu item={item} actions={actions} tabIndex={tabIndex} />
      </div>
    </>
  );
}

interface SelectBoxProps {
  id: string;
  name: string;
  isSelected: boolean;
  tabIndex: number;
  onToggle: (id: string) => void;
}

function SelectBox({ id, name, isSelected, tabIndex, onToggle }: SelectBoxProps) {
  const { t } = useTranslation('batch');
  return (
    // The label has the size of a touch target. The checkbox in it is smaller.
    <label className="grid size-9 cursor-pointer place-items-center pointer-coarse:size-11">
      <input
        type="checkbox"
        aria-label={t('item.select', { name })}
        checked={isSelected}
        tabIndex={tabIndex}
        onChange={() => onToggle(id)}
        className="size-4 cursor-pointer"
      />
    </label>
  );
}

function RetryButton({ item, tabIndex }: Pick<ContentProps, 'item' | 'tabIndex'>) {
  const { t } = useTranslation(['batch', 'tool']);
  const batch = useBatch();
  if (item.state !== 'processed' || item.outcome !== 'failed') return null;
  return (
    <IconButton
      size="sm"
      label={t('item.retry', { name: item.name || t('item.unnamed') })}
      title={t('tool:retry')}
      tabIndex={tabIndex}
      onClick={() => batch.retry([item.id])}
      className="pointer-coarse:size-11"
    >
      <RotateCcw aria-hidden />
    </IconButton>
  );
}

/** Progress bar of an item. It is hidden from screen readers, because the text next to it says the same. */
function ItemProgress({
  item,
  className,
}: {
  item: Extract<ContentProps['item'], { state: 'processing' }>;
  className: string;
}) {
  return (
    <span aria-hidden className={cn('block', className)}>
      <Progress label={item.name} fraction={shareOf(item)} />
    </span>
  );
}
