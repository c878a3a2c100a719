import { useTranslation } from 'react-i18next';

import { usePageTitle } from '#shell/use-page-title.ts';
import { FailureBanner } from '#tool/failure-banner.tsx';
import { OnlyFirstNote, PhotoDrop, PhotoIntake } from '#tool/photo-intake.tsx';
import { siteRemoval } from '#tool/site-removal.ts';
import { useRemoval } from '#tool/use-removal.ts';

import { Worktable } from './worktable.tsx';

/** One photo: put it here, see it cut out, take it away. */
export function SinglePage() {
  const { t } = useTranslation('tool');
  const removal = useRemoval();
  usePageTitle(t('title'));
  return (
    <PhotoIntake>
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex flex-col gap-2 px-4 pt-4 empty:hidden">
          <OnlyFirstNote />
          {removal.refusal && <FailureBanner failure={removal.refusal} onDismiss={siteRemoval.dismissRefusal} />}
        </div>
        {removal.state === 'empty' ? (
          <section className="mx-auto flex w-full max-w-160 flex-1 flex-col justify-center px-4 py-10">
            <h1 className="mb-6 text-center text-28 font-semibold">{t('drop.title')}</h1>
            <PhotoDrop layout="stack" />
          </section>
        ) : (
          <Worktable removal={removal} />
        )}
      </div>
    </PhotoIntake>
  );
}
