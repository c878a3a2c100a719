import { IconButton } from '@isola/ui/icon-button';
import { RotateCcw } from 'lucide-react';
import type { MouseEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';

import type { BatchItem } from '../../batch.ts';
import { useBatch, useItem, useSelection, useSelectionState } from '../batch-context.tsx';
import type { ItemActions } from './item-actions.ts';

/** Props of a tile and of a row. */
export interface BatchItemProps {
  id: string;
  /** Position of the item's line in the list, starting at 1 and including headings. */
  rowIndex: number;
  /** True in the section of results that the user should check. */
  isReviewed: boolean;
  /** True for the one item that Tab reaches. Arrow keys move between items. */
  isTabStop: boolean;
  actions: ItemActions;
  onPress: (id: string, event: MouseEvent) => void;
  /** Opens the large view. */
  onLook: (id: string) => void;
  onToggle: (id: string) => void;
  /** Starts dragging the item. */
  onGrip: (id: string, event: PointerEvent) => void;
}

/** Returns an item with its place in the selection. Only changes of this item render the caller again. */
export function useListedItem(id: string) {
  const item = useItem(id);
  const selection = useSelection();
  const isSelected = useSelectionState(({ selected }) => selected.has(id));
  const isActive = useSelectionState(({ activeId }) => activeId === id);
  // Keys act on the focused item, so an item that receives the focus in any way becomes active.
  return { item, isSelected, isActive, onFocus: () => selection.choose(id, 'keep', []) };
}

interface SelectBoxProps {
  id: string;
  name: string;
  isSelected: boolean;
  tabIndex: number;
  onToggle: (id: string) => void;
}

export function SelectBox({ id, name, isSelected, tabIndex, onToggle }: SelectBoxProps) {
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

export function RetryButton({ item, tabIndex }: { item: BatchItem; tabIndex: number }) {
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
