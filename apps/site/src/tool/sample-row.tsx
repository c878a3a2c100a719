import { useImageImport } from '@isola/editor/react';
import { cn } from '@isola/ui/cn';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type SampleId, samples } from './samples.ts';

const ofThings: readonly SampleId[] = ['creature', 'mug', 'plant'];

export interface SampleRowProps {
  ids?: readonly SampleId[];
  className?: string;
}

/** Images to try the tool on; it stands in an `ImageImport`. */
export function SampleRow({ ids = ofThings, className }: SampleRowProps) {
  const { t } = useTranslation('tool');
  const { take } = useImageImport();
  const [outcome, setOutcome] = useState<'none' | 'failed'>('none');
  const open = (id: SampleId) => {
    setOutcome('none');
    loadSample(id).then(
      (file) => take([file]),
      () => setOutcome('failed'),
    );
  };
  return (
    <div className={cn('mt-5 flex flex-wrap items-center gap-3', className)}>
      <p className="text-13 text-faint">{t('samples.label')}</p>
      <ul className="flex gap-2">
        {samples
          .filter(({ id }) => ids.includes(id))
          .map((sample) => (
            <li key={sample.id}>
              <button
                type="button"
                aria-label={t(`sample.${sample.id}`)}
                title={t(`sample.${sample.id}`)}
                onClick={() => open(sample.id)}
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

async function loadSample(id: SampleId): Promise<File> {
  const { fetchSample } = await import('./fetch-sample.ts');
  return fetchSample(id);
}
