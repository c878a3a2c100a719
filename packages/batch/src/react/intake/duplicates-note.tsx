import { formatList, type Locale } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import type { Intake } from './use-intake.ts';

/** Maximum number of names that the message lists. */
const shownCount = 3;

/** Message about duplicates that were not added, with a button to add them anyway. */
export function DuplicatesNote({ intake }: { intake: Intake }) {
  const { t, i18n } = useTranslation('batch');
  const { duplicates } = intake;
  const names = duplicates.slice(0, shownCount).map(({ file, sameAs }) => {
    const name = file.name || t('item.unnamed');
    return sameAs === file.name ? name : t('duplicates.pair', { name, same: sameAs || t('item.unnamed') });
  });
  const rest = duplicates.length - names.length;
  return (
    <Banner
      data-slot="duplicates"
      title={t('duplicates.title', { count: duplicates.length })}
      actions={
        <>
          <Button size="sm" onClick={intake.keepDuplicates} className="pointer-coarse:h-11">
            {t('duplicates.keep')}
          </Button>
          <Button size="sm" variant="ghost" onClick={intake.leaveDuplicates} className="pointer-coarse:h-11">
            {t('duplicates.leave')}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        {formatList(i18n.language as Locale, [...names, ...(rest > 0 ? [t('duplicates.more', { count: rest })] : [])])}
      </p>
    </Banner>
  );
}
