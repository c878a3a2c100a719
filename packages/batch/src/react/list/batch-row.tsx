import { cn } from '@isola/ui/cn';
import { FileName } from '@isola/ui/file-row';
import { Progress } from '@isola/ui/progress';
import { GripVertical } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import type { BatchItem } from '../../batch.ts';
import { type BatchItemProps, RetryButton, SelectBox, useListedItem } from './item-parts.tsx';
import { ItemMenu } from './item-menu.tsx';
import { ItemPicture } from './item-picture.tsx';
import { ItemSize, ItemState, TaughtMark } from './item-state.tsx';
import { shareOf } from './list-entries.ts';

/** Row of one item. A change of the item renders only this row again. */
export const BatchRow = memo(function BatchRow(props: BatchItemProps) {
  const { id, isTabStop, rowIndex, actions, onPress, onLook, onToggle, onGrip } = props;
  const { t } = useTranslation('batch');
  const { item, isSelected, isActive, onFocus } = useListedItem(id);
  if (!item) return null;
  const name = item.name || t('item.unnamed');
  const tabIndex = isActive ? 0 : -1;
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
      onDoubleClick={() => onLook(id)}
      onFocus={onFocus}
      className={cn(
        'group/item flex h-18 items-center gap-3 border-b border-line px-3 transition-colors duration-fast select-none sm:px-4',
        'outline-offset-[-3px] hover:bg-hover aria-selected:bg-accent-wash',
        'data-active:bg-sunk data-active:aria-selected:bg-accent-wash',
      )}
    >
      <div role="gridcell" className="-mx-2.5 flex flex-none pointer-coarse:-mx-3.5">
        <SelectBox {...{ id, name, isSelected, onToggle, tabIndex }} />
      </div>
      <div role="gridcell" className="flex min-w-0 flex-1 items-center gap-3">
        <span className="relative size-14 flex-none overflow-hidden rounded-sm border border-line bg-sunk">
          <ItemPicture item={item} sidePx={56} />
        </span>
        <div className="min-w-0 flex-1">
          <FileName name={name} />
          <ItemSize item={item} className="truncate" />
          {/* Narrow lists have no column for the state. */}
          {item.isTaught ? (
            <TaughtMark item={item} className="truncate text-12 text-soft @xl/list:hidden" />
          ) : (
            <ItemState item={item} className="@xl/list:hidden" />
          )}
        </div>
      </div>
      <div role="gridcell" className="hidden w-44 flex-none @xl/list:block">
        <ItemState item={item} />
        <TaughtMark item={item} className="truncate text-12 text-soft" />
        {item.state === 'processing' && <ItemProgress item={item} className="mt-1.5" />}
      </div>
      <div role="gridcell" className="flex flex-none items-center justify-end gap-1">
        <RetryButton item={item} tabIndex={tabIndex} />
        {/* Keyboard users move the row with Alt and an arrow key instead. */}
        <span
          aria-hidden
          data-slot="grip"
          onPointerDown={(event) => onGrip(id, event)}
          className={cn(
            'grid h-11 w-6 cursor-grab touch-none place-items-center text-faint opacity-0 transition-opacity',
            'group-hover/item:opacity-100 group-data-active/item:opacity-100 pointer-coarse:opacity-100',
          )}
        >
          <GripVertical className="size-4" />
        </span>
        <ItemMenu item={item} actions={actions} tabIndex={tabIndex} />
      </div>
    </div>
  );
});

/** Progress bar of an item. It is hidden from screen readers, because the text next to it says the same. */
function ItemProgress({ item, className }: { item: Extract<BatchItem, { state: 'processing' }>; className: string }) {
  return (
    <span aria-hidden className={cn('block', className)}>
      <Progress label={item.name} fraction={shareOf(item)} />
    </span>
  );
}
