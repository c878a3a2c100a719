import { formatPercent, type Locale } from '@isola/i18n';
import { Checkerboard } from '@isola/ui/checkerboard';
import { CompareSlider } from '@isola/ui/compare-slider';
import { useTranslation } from 'react-i18next';

import { example } from '#tool/samples.ts';

/** One of our photos and its cut-out, to be dragged between. */
export function Example() {
  const { t, i18n } = useTranslation(['home', 'tool']);
  return (
    <CompareSlider
      label={t('home:exampleLabel')}
      valueText={(value) => t('tool:compare.value', { percent: formatPercent(i18n.language as Locale, value / 100) })}
      before={<img src={example.photoUrl} alt={t('home:exampleAlt')} className="size-full object-cover" />}
      after={
        <Checkerboard className="size-full">
          <img src={example.cutoutUrl} alt="" className="size-full object-cover" />
        </Checkerboard>
      }
      className="aspect-3/2 border border-line"
    />
  );
}
