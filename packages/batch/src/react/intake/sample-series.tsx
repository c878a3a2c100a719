import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface Series {
  readonly id: string;
  readonly label: string;
  /** Of a few of its images. */
  readonly thumbnailUrls: readonly string[];
}

export interface SampleSeriesProps<Id extends string> {
  series: readonly (Series & { readonly id: Id })[];
  /** Fetches a series. */
  load: (id: Id) => Promise<readonly File[]>;
  take: (files: readonly File[]) => void;
}

/** Series of images to try the batch with. */
export function SampleSeries<Id extends string>({ series, load, take }: SampleSeriesProps<Id>) {
  const { t } = useTranslation('batch');
  const [outcome, setOutcome] = useState<'none' | 'failed'>('none');
  const open = (id: Id) => {
    setOutcome('none');
    load(id).then(take, () => setOutcome('failed'));
  };
  return (
    <div className="mt-3 flex flex-col items-center gap-3">
      <p className="text-13 text-faint">{t('samples.label')}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {series.map(({ id, label, thumbnailUrls }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => open(id)}
              className="flex flex-col gap-1.5 rounded-md border border-line p-1.5 text-12 text-soft transition-colors duration-fast hover:border-line-strong hover:text-ink"
            >
              <span className="flex gap-1">
                {thumbnailUrls.map((url) => (
                  <img key={url} src={url} alt="" width="40" height="40" className="size-10 rounded-sm object-cover" />
                ))}
              </span>
              {label}
            </button>
          </li>
        ))}
      </ul>
      {outcome === 'failed' && (
        <p role="alert" className="text-13 text-danger">
          {t('samples.failed')}
        </p>
      )}
    </div>
  );
}
