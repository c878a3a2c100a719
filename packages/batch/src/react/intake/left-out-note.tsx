import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import { useFailureTitle } from '../use-failure-title.ts';
import { NameList } from './name-list.tsx';
import { isConvertible, type LeftOut } from './use-intake.ts';

export interface LeftOutNoteProps {
  left: LeftOut;
  maxItems: number;
  onConvert: () => void;
  onDismiss: () => void;
}

/** Message about files that were not added, each with its reason, and files that were added without their video. */
export function LeftOutNote({ left, maxItems, onConvert, onDismiss }: LeftOutNoteProps) {
  const { refused, overMaximum, withoutFilm } = left;
  const convertibleCount = refused.filter(isConvertible).length;
  const { t } = useTranslation(['batch', 'messages', 'common']);
  const titleOf = useFailureTitle();
  const isOver = overMaximum.length > 0;
  const isRefused = refused.length > 0;
  const title = isOver ? t('messages:images.tooMany.title') : t('refused.title', { count: refused.length });
  return (
    <Banner
      tone={isOver || isRefused ? 'warning' : 'info'}
      data-slot="left-out"
      title={isOver || isRefused ? title : t('withoutFilm')}
      actions={
        convertibleCount > 0 && (
          <Button size="sm" variant="primary" onClick={onConvert} className="pointer-coarse:h-11">
            {t('convert.action', { count: convertibleCount })}
          </Button>
        )
      }
      onDismiss={onDismiss}
      dismissLabel={t('common:dismiss')}
    >
      {isOver && (
        <>
          <p>{t('messages:images.tooMany.text', { max: maxItems })}</p>
          <NameList
            label={t('refused.overMaximum', { count: overMaximum.length })}
            rows={overMaximum.map((name) => ({ name, reason: undefined }))}
          />
        </>
      )}
      {isRefused && (
        <NameList
          label={isOver ? t('refused.title', { count: refused.length }) : t('refused.label')}
          isLabelHidden={!isOver}
          rows={refused.map(({ name, failure }) => ({ name, reason: titleOf(failure) }))}
        />
      )}
      {withoutFilm.length > 0 && (
        <NameList
          label={t('withoutFilm')}
          isLabelHidden={!isOver && !isRefused}
          rows={withoutFilm.map((name) => ({ name, reason: undefined }))}
        />
      )}
    </Banner>
  );
}
