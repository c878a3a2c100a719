import { useImageImport } from '@isola/editor/react';
import { cn } from '@isola/ui/cn';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type SampleId, samples, wideSamples } from './samples.ts';

const usual = { small: ['creature', 'mug', 'plant'], large: ['creature', 'mug', 'plant', 'shoe'] } as const;
const wide: Partial<Record<SampleId, string>> = wideSamples;

export interface SampleRowProps {
  ids?: readonly SampleId[];
  /** `large` has the width of the drop zone, for pages with nothing else below it. */
  size?: 'small' | 'large';
  className?: string;
}

/** Sample images to try the tool with. Must be inside an `ImageImport`. */
export function SampleRow({ size = 'small', ids = usual[size], className }: SampleRowProps) {
  const { t } = useTranslation('tool');
  const { take } = useImageImport();
  const [outcome, setOutcome] = useState<'none' | 'failed'>('none');
  const wanted = useRef<Promise<File>>(undefined);
  // A sample that arrives after the visitor has left, or has chosen another image, is dropped.
  useEffect(() => () => void (wanted.current = undefined), []);
  const open = (id: SampleId) => {
    setOutcome('none');
    const loading = (wanted.current = loadSample(id));
    const isWanted = () => wanted.current === loading;
    loading.then(
      (file) => isWanted() && take([file]),
      () => isWanted() && setOutcome('failed'),
    );
  };
  return (
    <div className={cn('mt-5 flex flex-wrap items-center gap-3', className)}>
      <p className="text-13 text-faint">{t('samples.label')}</p>
      <ul className={size === 'large' ? 'grid w-full grid-cols-2 gap-3 sm:grid-cols-4' : 'flex gap-2'}>
        {ids.map((id) => (
          <li key={id}>
            <button
              type="button"
              aria-label={t(`sample.${id}`)}
              title={t(`sample.${id}`)}
              onClick={() => open(id)}
              className={cn(
                'block overflow-hidden rounded-md border border-line transition-colors duration-fast hover:border-line-strong',
                size === 'large' ? 'aspect-4/3 w-full' : 'size-13',
              )}
            >
              <img
                src={(size === 'large' && wide[id]) || samples[id]}
                alt=""
                width="156"
                height="156"
                className="size-full object-cover"
              />
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
  const { fetchSeries } = await import('./batch-samples.ts');
  const [file] = await fetchSeries([id]);
  if (!file) throw new Error(`there is no sample ${id}`);
  return file;
}
