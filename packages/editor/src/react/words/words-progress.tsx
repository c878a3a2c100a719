import { Progress } from '@isola/ui/progress';
import { useTranslation } from 'react-i18next';

import type { WordsState } from '../../words/create-words-store.ts';

/** Shows what is being made, without a percentage, because neither the provider nor the painter reports progress. */
export function WordsProgress({ making: { maker } }: { making: NonNullable<WordsState['making']> }) {
  const { t } = useTranslation(['editor', 'messages']);
  const label =
    maker.kind === 'device'
      ? t('words.making.device')
      : `${t('messages:request.submitted')}. ${t('words.making.provider', { name: maker.name })}`;
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-13 text-soft">
        {label}
      </p>
      <Progress label={label} fraction={null} />
    </div>
  );
}
