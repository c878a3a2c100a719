import { cn } from '@isola/ui/cn';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface Series {
  readonly id: string;
  readonly label: string;
  /** URLs of the thumbnails of a few of its images. */
  readonly thumbnailUrls: readonly string[];
}

export interface SampleSeriesProps<Id extends string> {
  series: readonly (Series & { readonly id: Id })[];
  /** Loads the images of a series. */
  load: (id: Id) => Promise<readonly File[]>;
  take: (files: readonly File[]) => void;
  /** `large` fills the width of the page, for a series below the drop zone. */
  size?: 'small' | 'large';
}

/** Series of sample images with which the user can try the batch. */
export function SampleSeries<Id extends string>({ series, load, take, size = 'small' }: SampleSeriesProps<Id>) {
  const { t } = useTranslation('batch');
  const [outcome, setOutcome] = useState<'none' | 'failed'>('none');
  const wanted = useRef<Promise<readonly File[]>>(undefined);
  // A series that arrives after the user has left, or has chosen other images, is dropped.
  useEffect(() => () => void (wanted.current = undefined), []);
  const open = (id: Id) => {
    setOutcome('none');
    const loading = (wanted.current = load(id));
    const isWanted = () => wanted.current === loading;
    loading.then(
      (files) => isWanted() && take(files),
      () => isWanted() && setOutcome('failed'),
    );
  };
  const isLarge = size === 'large';
  return (
    <div className={cn('flex flex-col items-center gap-3', isLarge ? 'mt-6' : 'mt-3')}>
      <p className="text-13 text-faint">{t('samples.label')}</p>
      <ul className={isLarge ? 'grid w-full gap-3 sm:grid-cols-3' : 'flex flex-wrap justify-center gap-2'}>
        {series.map(({ id, label, thumbnailUrls }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => open(id)}
              className={cn(
                'flex flex-col gap-1.5 rounded-md border border-line p-1.5 text-soft transition-colors duration-fast hover:border-line-strong hover:text-ink',
                isLarge ? 'w-full bg-sheet text-13' : 'text-12',
              )}
            >
              <span className={isLarge ? 'grid w-full grid-cols-3 gap-1' : 'flex gap-1'}>
                {thumbnailUrls.map((url) => (
                  <img
                    key={url}
                    src={url}
                    alt=""
                    width="156"
                    height="156"
                    className={cn('rounded-sm object-cover', isLarge ? 'aspect-square w-full' : 'size-10')}
                  />
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
