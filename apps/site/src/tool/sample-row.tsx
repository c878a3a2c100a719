import { cn } from '@isola/ui/cn';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { fetchSample, type Sample, samples } from './samples.ts';

export interface SampleRowProps {
  onSample: (file: File) => void;
  className?: string;
}

/** Pictures to try the tool on. */
export function SampleRow({ onSample, className }: SampleRowProps) {
  const { t } = useTranslation('tool');
  const [outcome, setOutcome] = useState<'none' | 'failed'>('none');
  const take = (sample: Sample) => {
    setOutcome('none');
    fetchSample(sample).then(onSample, () => setOutcome('failed'));
  };
  return (
    <div className={cn('mt-5 flex flex-wrap items-center gap-3', className)}>
      <p className="text-13 text-faint">{t('samples.label')}</p>
      <ul className="flex gap-2">
        {samples.map((sample) => (
          <li key={sample.id}>
            <button
              type="button"
              aria-label={t(`sample.${sample.id}`)}
              title={t(`sample.${sample.id}`)}
              onClick={() => take(sample)}
              className="block size-13 overflow-hidden rounded-md border border-line transition-colors duration-fast hover:border-line-strong"
            >
              <img src={sample.thumbnailUrl} alt="" width="52" height="52" className="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
      {outcome === 'failed' && (
        <p role="alert" className="basis-full text-13 text-danger">
          {t('samples.failed')}
        </p>
      )}
    </div>
  );
}
