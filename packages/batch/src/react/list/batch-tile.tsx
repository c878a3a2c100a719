import { cn } from '@isola/ui/cn';
import { CutLine } from '@isola/ui/cut-line';
import { FileName } from '@isola/ui/file-row';
import { IconButton } from '@isola/ui/icon-button';
import { Progress } from '@isola/ui/progress';
import { Maximize2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import type { BatchItem } from '../../batch.ts';
import { useBatch } from '../batch-context.tsx';
import { ItemMenu } from './item-menu.tsx';
import { type BatchItemProps, RetryButton, SelectBox, useListedItem } from './item-parts.tsx';
import { ItemPicture } from './item-picture.tsx';
import { type StateKind, ItemSize, ItemState, TaughtMark, useStateKind, useStateText } from './item-state.tsx';
import { isDoubtful, shareOf } from './list-entries.ts';
import { Doubts, ReviewActions } from './review-actions.tsx';

/** Tile of one item: its picture, the state as a thin bar, and its name. */
export const BatchTile = memo(function BatchTile(props: BatchItemProps) {
  const { id } = props;
  const { item, ...place } = useListedItem(id);
  return item ? <Tile {...props} {...place} item={item} /> : null;
});

interface TileProps extends BatchItemProps {
  item: BatchItem;
  isSelected: boolean;
  isActive: boolean;
  onFocus: () => void;
}

function Tile({ item, isSelected, isActive, isTabStop, isReviewed, onFocus, ...props }: TileProps) {
  const { id, actions, onPress, onLook, onToggle, onGrip } = props;
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const stateText = useStateText(item);
  const kind = useStateKind(item);
  const name = item.name || t('item.unnamed');
  const tabIndex = isActive ? 0 : -1;
  const hasDoubts = isDoubtful(item);
  return (
    // The list handles the keys of all tiles.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="gridcell"
      aria-selected={isSelected}
      data-slot="batch-item"
      data-id={id}
      data-state={item.state === 'processed' ? item.outcome : item.state}
      data-active={isActive || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={(event) => onPress(id, event)}
      onFocus={onFocus}
      className="group/item relative min-w-0 rounded-md select-none"
    >
      <div
        data-slot="grip"
        onPointerDown={(event) => event.pointerType !== 'touch' && onGrip(id, event)}
        onDoubleClick={() => onLook(id)}
        className={cn(
          'relative aspect-square rounded-md border bg-sunk transition-colors duration-fast',
          isActive ? 'border-control' : 'border-line group-hover/item:border-line-strong',
        )}
      >
        <span className="absolute inset-2">
          <ItemPicture item={item} sidePx={220} />
        </span>
        <TaughtMark
          item={item}
          className="pointer-events-none absolute bottom-1.5 left-1.5 rounded-sm bg-photo-plate px-1.5 text-12 text-on-photo"
        />
        {isSelected && <CutLine radiusPx={10} />}
        <span
          className={cn(
            'absolute start-0.5 top-0.5 rounded-md transition-opacity',
            !isSelected &&
              'opacity-0 group-hover/item:opacity-100 group-data-active/item:opacity-100 pointer-coarse:opacity-100',
          )}
        >
          <SelectBox {...{ id, name, isSelected, onToggle, tabIndex }} />
        </span>
        <IconButton
          label={t('look.openItem', { name })}
          title={t('look.open')}
          tabIndex={tabIndex}
          onClick={() => onLook(id)}
          className={cn(
            'absolute end-0.5 top-0.5 opacity-0 group-hover/item:opacity-100 group-data-active/item:opacity-100',
            'pointer-coarse:size-11 pointer-coarse:opacity-100',
          )}
        >
          {/* The button has the size of a touch target. What is seen of it covers less of the picture. */}
          <span className="rounded-sm border border-line bg-sheet p-1 [&_svg]:size-4">
            <Maximize2 aria-hidden />
          </span>
        </IconButton>
      </div>
      <StateBar item={item} kind={kind} />
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1 pt-0.5">
          <FileName name={name} />
          {hasDoubts ? (
            <>
              <Doubts item={item} className={cn('text-12 text-warning', isReviewed ? 'line-clamp-2' : 'truncate')} />
              {isReviewed && <ItemSize item={item} className="line-clamp-2" />}
            </>
          ) : kind === 'done' ? (
            <>
              <ItemSize item={item} className="line-clamp-2" />
              <span className="sr-only">{stateText}</span>
            </>
          ) : (
            <ItemState item={item} />
          )}
        </div>
        <RetryButton item={item} tabIndex={tabIndex} />
        <ItemMenu item={item} actions={actions} tabIndex={tabIndex} />
      </div>
      {isReviewed && hasDoubts && (
        <div className="mt-1 flex items-center gap-1">
          <ReviewActions
            item={item}
            onAccept={() => batch.accept(id)}
            onEdit={() => actions.edit(id)}
            onDrop={() => actions.remove([id])}
            tabIndex={tabIndex}
          />
        </div>
      )}
    </div>
  );
}

const barColors: Readonly<Record<StateKind, string>> = {
  waiting: 'bg-pressed',
  processing: 'bg-pressed',
  done: 'bg-success-line',
  failed: 'bg-danger',
};

/** The state as a bar. It is hidden from screen readers, because the tile's label says the same. */
function StateBar({ item, kind }: { item: BatchItem; kind: StateKind }) {
  return (
    <span aria-hidden data-slot="state-bar" className="mt-1.5 block h-1">
      {kind === 'processing' ? (
        // A result that is rendered again reports no progress.
        <Progress label="" fraction={item.state === 'processing' ? shareOf(item) : null} />
      ) : (
        <span className={cn('block h-full rounded-full', isDoubtful(item) ? 'bg-warning' : barColors[kind])} />
      )}
    </span>
  );
}
