import { formatPercent, type Locale } from '@isola/i18n';
import { Checkerboard } from '@isola/ui/checkerboard';
import { cn } from '@isola/ui/cn';
import { CompareSlider } from '@isola/ui/compare-slider';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { type PictureId, pictures } from './pictures.ts';

const frames = {
  landscape: 'aspect-4/3',
  square: 'mx-auto aspect-square max-w-128',
  portrait: 'mx-auto aspect-4/5 max-w-112',
};

export interface ComparisonProps {
  label: string;
  before: ReactNode;
  /** Result; drawn on a checkerboard. */
  after: ReactNode;
  caption: string;
  frame: keyof typeof frames;
}

/** Slider that compares an example before and after, shown next to the tool. */
export function Comparison({ label, before, after, caption, frame }: ComparisonProps) {
  const { t, i18n } = useTranslation('tool');
  return (
    <figure className="w-full">
      <CompareSlider
        label={label}
        valueText={(value) => t('compare.value', { percent: formatPercent(i18n.language as Locale, value / 100) })}
        before={before}
        after={<Checkerboard className="size-full">{after}</Checkerboard>}
        className={cn('border border-line', frames[frame])}
      />
      <figcaption className={cn('mt-3 text-13 text-faint', frame !== 'landscape' && 'text-center text-balance')}>
        {caption}
      </figcaption>
    </figure>
  );
}

/** Compares an example image with its cutout. */
export function PictureComparison({ picture }: { picture: PictureId }) {
  const { t } = useTranslation(['landing', 'tool']);
  const { photoUrl, cutoutUrl, widthPx, heightPx } = pictures[picture];
  const look = { width: widthPx, height: heightPx, className: 'size-full object-cover' };
  return (
    <Comparison
      label={t('tool:compare.label')}
      before={<img src={photoUrl} alt={t(`landing:picture.${picture}`)} {...look} />}
      after={<img src={cutoutUrl} alt="" {...look} />}
      caption={t('landing:caption')}
      frame={heightPx > widthPx ? 'portrait' : 'landscape'}
    />
  );
}
