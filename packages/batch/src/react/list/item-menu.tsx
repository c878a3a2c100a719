import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@isola/ui/dropdown-menu';
import { IconButton } from '@isola/ui/icon-button';
import {
  ArrowDown,
  ArrowUp,
  Check,
  CopyCheck,
  Download,
  EllipsisVertical,
  GraduationCap,
  RotateCcw,
  Scissors,
  Settings2,
  SquarePen,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BatchChange, BatchItem } from '../../batch.ts';
import { useBatch } from '../batch-context.tsx';
import { type ItemActions, moveItem } from './item-actions.ts';

export interface ItemMenuProps {
  item: BatchItem;
  actions: ItemActions;
  tabIndex: number;
}

/** Menu with all actions on one item. Its content is created when it first opens, because a list has many menus. */
export function ItemMenu({ item, actions, tabIndex }: ItemMenuProps) {
  const { t } = useTranslation('batch');
  const [wasAsked, setAsked] = useState(false);
  const ask = (isOpen: boolean) => setAsked((before) => before || isOpen);
  return (
    <DropdownMenu onOpenChange={ask}>
      {/* The trigger exists from the start. Replacing it on hover or focus would lose the click and the focus. */}
      <DropdownMenuTrigger asChild>
        <IconButton
          size="sm"
          label={t('item.actions', { name: item.name || t('item.unnamed') })}
          title={t('item.menu')}
          tabIndex={tabIndex}
          className="pointer-coarse:size-11"
        >
          <EllipsisVertical aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      {wasAsked && <Content item={item} actions={actions} />}
    </DropdownMenu>
  );
}

function Content({ item, actions }: Omit<ItemMenuProps, 'tabIndex'>) {
  const { t } = useTranslation(['batch', 'tool']);
  const batch = useBatch();
  const { id, name } = item;
  const outcome = item.state === 'processed' ? item.outcome : undefined;
  const transparency = item.state === 'processed' && item.outcome === 'done' ? item.transparency : undefined;
  const move = (by: 1 | -1) => {
    const position = moveItem(batch, id, by);
    const { length: count } = batch.getState().items;
    if (position !== undefined) actions.announce(t('announce.moved', { name, position, count }));
  };
  const change = (text: string, changing: Promise<BatchChange>) => {
    changing.then(
      ({ restore }) => actions.offerUndo({ text, undoneText: t('alike.undone'), undo: restore }),
      (error: unknown) => {
        actions.announce(t('alike.failed'));
        reportError(error);
      },
    );
  };
  const nameOrNone = name || t('item.unnamed');
  return (
    <DropdownMenuContent align="end" className="pointer-coarse:[&_[role=menuitem]]:min-h-11">
      {outcome === 'done' && (
        <>
          <DropdownMenuItem onSelect={() => actions.edit(id)}>
            <SquarePen aria-hidden />
            {t('item.edit')}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => actions.download(id)}>
            <Download aria-hidden />
            {t('item.download')}
          </DropdownMenuItem>
        </>
      )}
      {transparency && (
        <DropdownMenuItem onSelect={() => batch.setTransparency([id], transparency === 'kept' ? 'cut' : 'keep')}>
          <Scissors aria-hidden />
          {t(transparency === 'kept' ? 'tool:transparency.cut' : 'tool:transparency.keep')}
        </DropdownMenuItem>
      )}
      {outcome === 'failed' && (
        <DropdownMenuItem onSelect={() => batch.retry([id])}>
          <RotateCcw aria-hidden />
          {t('tool:retry')}
        </DropdownMenuItem>
      )}
      {item.hasOverride && (
        <>
          <DropdownMenuItem onSelect={() => change(t('item.appliedToAll', { name: nameOrNone }), batch.applyToAll(id))}>
            <CopyCheck aria-hidden />
            {t('item.applyToAll')}
          </DropdownMenuItem>
          <DropdownMenuItem
            onSelect={() => change(t('item.overrideRemoved', { name: nameOrNone }), batch.removeOverride(id))}
          >
            <Settings2 aria-hidden />
            {t('item.removeOverride')}
          </DropdownMenuItem>
        </>
      )}
      {item.isCorrected && (
        <DropdownMenuItem onSelect={() => void batch.teach(id)}>
          <GraduationCap aria-hidden />
          {t('item.teach')}
        </DropdownMenuItem>
      )}
      {item.isTaught && (
        <>
          <DropdownMenuItem onSelect={() => void batch.keepLesson([id]).catch(reportError)}>
            <Check aria-hidden />
            {t('lesson.keep')}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void batch.undoLesson([id]).catch(reportError)}>
            <Undo2 aria-hidden />
            {t('lesson.undo')}
          </DropdownMenuItem>
        </>
      )}
      {outcome && <DropdownMenuSeparator />}
      <DropdownMenuItem onSelect={() => move(-1)}>
        <ArrowUp aria-hidden />
        {t('item.up')}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => move(1)}>
        <ArrowDown aria-hidden />
        {t('item.down')}
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={() => actions.remove([id])}>
        <Trash2 aria-hidden />
        {t('item.remove')}
      </DropdownMenuItem>
    </DropdownMenuContent>
  );
}
