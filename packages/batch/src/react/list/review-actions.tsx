import { Button } from '@isola/ui/button';
import { Kbd } from '@isola/ui/kbd';
import { Check, SquarePen, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';

import type { BatchItem } from '../../batch.ts';
import { useBatch } from '../batch-context.tsx';
import type { ItemActions } from './item-actions.ts';

export interface ReviewActionsProps {
  item: BatchItem;
  actions: ItemActions;
  tabIndex: number;
}

/** Buttons to accept, edit or remove a doubtful result. Each shows its key. */
export function ReviewActions({ item: { id }, actions, tabIndex }: ReviewActionsProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  return (
    <>
      <Action icon={Check} label={t('look.accept')} keys="A" tabIndex={tabIndex} onPress={() => batch.accept(id)} />
      <Action icon={SquarePen} label={t('item.edit')} keys="E" tabIndex={tabIndex} onPress={() => actions.edit(id)} />
      <Action
        icon={Trash2}
        label={t('look.drop')}
        keys={t('look.dropKey')}
        tabIndex={tabIndex}
        onPress={() => actions.remove([id])}
      />
    </>
  );
}

interface ActionProps {
  icon: ComponentType<{ 'aria-hidden': true }>;
  label: string;
  keys: string;
  tabIndex: number;
  onPress: () => void;
}

function Action({ icon: Icon, label, keys, tabIndex, onPress }: ActionProps) {
  return (
    <Button size="sm" variant="ghost" tabIndex={tabIndex} onClick={onPress} className="px-2 pointer-coarse:h-11">
      <Icon aria-hidden />
      {label}
      <Kbd aria-hidden className="max-xl:hidden pointer-coarse:hidden">
        {keys}
      </Kbd>
    </Button>
  );
}

/** Reasons why the user should check the result, in one line. */
export function Doubts({ item, className }: { item: BatchItem; className?: string }) {
  const { t } = useTranslation('tool');
  if (item.state !== 'processed' || item.outcome !== 'done') return null;
  return (
    <p data-slot="doubts" className={className}>
      {item.doubts.map(({ kind }) => t(`doubt.${kind}`)).join(' · ')}
    </p>
  );
}
