import { SegmentedControl } from '@isola/ui/segmented-control';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { WordsStore } from '../../words/create-words-store.ts';

/** Choice of the maker of backgrounds, with a note on the data that the chosen maker receives from the device. */
export function MakerChoice({ store }: { store: WordsStore }) {
  const { t } = useTranslation('editor');
  const { makers, makerKind, remainingToday } = useStore(store);
  const maker = makers?.find(({ kind }) => kind === makerKind);
  if (!makers || !maker) return null;
  return (
    <div className="flex flex-col gap-1.5">
      {makers.length > 1 && (
        <SegmentedControl
          label={t('words.maker')}
          value={makerKind}
          onValueChange={store.chooseMaker}
          size="sm"
          segments={makers.map(({ kind, name }) => ({ value: kind, label: name || t('words.maker.device') }))}
          className="flex pointer-coarse:*:h-11"
        />
      )}
      <p className="text-12 text-faint">
        {maker.kind === 'device' ? t('words.leaves.device') : t('words.leaves.provider', { name: maker.name })}
        {maker.kind === 'provider' && remainingToday !== null && (
          <span className="tabular-nums"> {t('words.remaining', { count: remainingToday })}</span>
        )}
      </p>
    </div>
  );
}
