import { Button } from '@isola/ui/button';
import { IconButton } from '@isola/ui/icon-button';
import { Kbd } from '@isola/ui/kbd';
import { Check, SquarePen, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';

import type { BatchItem } from '../../batch.ts';
import { isDoubtful } from './list-entries.ts';

export interface ReviewActionsProps {
  item: BatchItem;
  onAccept: () => void;
  onEdit: () => void;
  onDrop: () => void;
  tabIndex: number;
  /** True where all buttons have room for their words and their keys. Otherwise only the first one has words. */
  isRoomy?: boolean;
}

/** Buttons to accept, edit or remove a result. */
export function ReviewActions({ item, onAccept, onEdit, onDrop, tabIndex, isRoomy = false }: ReviewActionsProps) {
  const { t } = useTranslation('batch');
  const isDone = item.state === 'processed' && item.outcome === 'done';
  const [edit, drop] = [
    { icon: SquarePen, label: t('item.edit'), keys: 'E', tabIndex, onPress: onEdit },
    { icon: Trash2, label: t('look.drop'), keys: t('look.dropKey'), tabIndex, onPress: onDrop },
  ];
  const Action = isRoomy ? WordAction : IconAction;
  return (
    <>
      {isDoubtful(item) && (
        <WordAction icon={Check} label={t('look.accept')} keys="A" tabIndex={tabIndex} onPress={onAccept} />
      )}
      {isDone && <Action {...edit} />}
      <Action {...drop} />
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

function WordAction({ icon: Icon, label, keys, tabIndex, onPress }: ActionProps) {
  return (
    <Button size="sm" tabIndex={tabIndex} onClick={onPress} className="pointer-coarse:h-11">
      <Icon aria-hidden />
      {label}
      <Kbd aria-hidden className="max-xl:hidden pointer-coarse:hidden">
        {keys}
      </Kbd>
    </Button>
  );
}

function IconAction({ icon: Icon, label, keys, tabIndex, onPress }: ActionProps) {
  return (
    <IconButton
      size="sm"
      label={label}
      title={`${label} (${keys})`}
      tabIndex={tabIndex}
      onClick={onPress}
      className="pointer-coarse:size-11"
    >
      <Icon aria-hidden />
    </IconButton>
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
