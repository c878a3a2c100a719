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
  const notes = (
    <>
      <OnlyFirstNote />
      {removal.refusal && <FailureBanner failure={removal.refusal} onDismiss={siteRemoval.dismissRefusal} />}
    </>
  );
  return (
    <PhotoIntake>
      {removal.state === 'empty' ? (
        <section className="mx-auto flex w-full max-w-160 flex-1 flex-col justify-center px-4 py-10">
          <h1 className="mb-6 text-center text-28 font-semibold">{t('drop.title')}</h1>
          <div className="mb-4 flex flex-col gap-2 empty:hidden">{notes}</div>
          <PhotoDrop layout="stack" />
        </section>
      ) : (
        <>
          <div className="flex flex-col gap-2 border-b border-line p-3 empty:hidden">{notes}</div>
          <Worktable removal={removal} />
        </>
      )}
    </PhotoIntake>
  );
}
