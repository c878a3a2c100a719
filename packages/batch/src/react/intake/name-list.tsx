import type { Locale } from '@isola/i18n';
import { formatNumber } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Number of names that are listed until the user asks for all of them. */
const shownCount = 4;

export interface NameListProps {
  label: string;
  isLabelHidden?: boolean;
  rows: readonly { readonly name: string; readonly reason: string | undefined }[];
}

/** List of files with a reason each. A long list is cut until the user asks for all of it. */
export function NameList({ label, isLabelHidden = false, rows }: NameListProps) {
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
