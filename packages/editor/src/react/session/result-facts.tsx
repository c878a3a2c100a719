import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { ImageSegmentation } from '../../image/image-segmentation.ts';

/** Facts about a result: its size, its detail, and where it was computed. */
export function ResultFacts({ result: { widthPx, heightPx, run } }: { result: ImageSegmentation }) {
  const { t } = useTranslation('tool');
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4 text-13">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 [&>dd]:text-end [&>dd]:tabular-nums [&>dt]:text-soft">
        <dt>{t('result.size')}</dt>
        <dd>{t('result.pixels', { width: widthPx, height: heightPx })}</dd>
        <dt>{t('result.detail')}</dt>
        <dd>{t(`result.detail.${run.detail}`)}</dd>
        <dt>{t('result.where')}</dt>
        <dd>{t(`result.where.${run.thread}`, { count: run.threads })}</dd>
      </dl>
      <p className="flex items-center gap-2 text-soft">
        <LockKeyhole aria-hidden className="size-4 text-success" />
        {t('result.local')}
      </p>
    </div>
  );
}
