import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useBatchToasts } from '#shell/use-batch-toasts.ts';
import { usePageTitle } from '#shell/use-page-title.ts';
import { BatchTool } from '#tool/batch-tool.tsx';

/** Page of the batch tool, which processes many images with one preset. */
export function BatchPage() {
  const { t } = useTranslation(['batch', 'pages']);
  const [isFilled, setFilled] = useState(false);
  const onEvent = useBatchToasts();
  usePageTitle('batch');
  const title = t('pages:batch.title');
  return (
    <>
      {isFilled && <h1 className="sr-only">{title}</h1>}
      <BatchTool
        layout="page"
        onEvent={onEvent}
        onFilled={setFilled}
        heading={
          <div>
            <h1 className="text-28 font-semibold">{title}</h1>
            <p className="mt-2 max-w-120 text-16 text-balance text-soft">{t('lead')}</p>
          </div>
        }
      />
    </>
  );
}
