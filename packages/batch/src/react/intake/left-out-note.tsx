import type { Locale } from '@isola/i18n';
import { formatNumber } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFailureTitle } from '../use-failure-title.ts';
import type { LeftOut } from './use-intake.ts';

export interface LeftOutNoteProps {
  left: LeftOut;
  maxItems: number;
  onDismiss: () => void;
}

/** Number of names that are listed until the user asks for all of them. */
const shownCount = 4;

/** Message about files that were not added, each with its reason, and files that were added without their video. */
export function LeftOutNote({ left: { refused, overMaximum, withoutFilm }, maxItems, onDismiss }: LeftOutNoteProps) {
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
      onDismiss={onDismiss}
      dismissLabel={t('common:dismiss')}
    >
      {isOver && (
        <>
          <p>{t('messages:images.tooMany.text', { max: maxItems })}</p>
          <Names
            label={t('refused.overMaximum', { count: overMaximum.length })}
            rows={overMaximum.map((name) => ({ name, reason: undefined }))}
          />
        </>
      )}
      {isRefused && (
        <Names
          label={isOver ? t('refused.title', { count: refused.length }) : t('refused.label')}
          isLabelHidden={!isOver}
          rows={refused.map(({ name, failure }) => ({ name, reason: titleOf(failure) }))}
        />
      )}
      {withoutFilm.length > 0 && (
        <Names
          label={t('withoutFilm')}
          isLabelHidden={!isOver && !isRefused}
          rows={withoutFilm.map((name) => ({ name, reason: undefined }))}
        />
      )}
    </Banner>
  );
}

interface NamesProps {
  label: string;
  isLabelHidden?: boolean;
  rows: readonly { readonly name: string; readonly reason: string | undefined }[];
}

function Names({ label, isLabelHidden = false, rows }: NamesProps) {
  const { t, i18n } = useTranslation('batch');
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, shownCount);
  const rest = rows.length - shown.length;
  return (
    <div className="mt-1 text-13">
      <p className={isLabelHidden ? 'sr-only' : 'text-ink'}>{label}</p>
      {/* The tab stop makes the long list scrollable by keyboard. */}
      <ul aria-label={label} {...(showsAll && { tabIndex: 0 })} className="max-h-40 overflow-y-auto">
        {shown.map(({ name, reason }, index) => (
          // Names are not unique, so the index is a part of the key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${index} ${name}`} className="wrap-anywhere">
            <bdi {...(name && { translate: 'no' as const })}>{name || t('item.unnamed')}</bdi>
            {reason && <span className="text-faint"> · {reason}</span>}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)} className="-ms-2.5 pointer-coarse:h-11">
          {t('refused.more', { number: formatNumber(i18n.language as Locale, rest), count: rest })}
        </Button>
      )}
    </div>
  );
}
