import { Button } from '@isola/ui/button';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { Failure } from './failure.tsx';
import { useMembership } from './membership-context.tsx';
import { useChange } from './use-change.ts';

/** Saves everything that the server stores about the member as a file, and links to the deletion of the account. */
export function DataSection() {
  const { t } = useTranslation('membership');
  const { api, linkTo, saveFile } = useMembership();
  const saving = useChange(async () => {
    const stored = JSON.stringify(await api.exportData(), undefined, 2);
    saveFile('isola-data.json', new Blob([stored], { type: 'application/json' }));
    return undefined;
  });
  return (
    <section aria-labelledby="data">
      <h2 id="data" className="text-22 font-semibold">
        {t('data.title')}
      </h2>
      <p className="mt-2 text-soft">{t('data.text')}</p>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <Button loading={saving.isPending} onClick={() => saving.run(undefined)}>
          <Download aria-hidden />
          {t('data.save')}
        </Button>
        {linkTo('account', t('data.delete'))}
      </div>
      {saving.error && (
        <div className="mt-4">
          <Failure error={saving.error} />
        </div>
      )}
    </section>
  );
}
