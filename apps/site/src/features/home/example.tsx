import { formatPercent, type Locale } from '@isola/i18n';
import { Checkerboard } from '@isola/ui/checkerboard';
import { CompareSlider } from '@isola/ui/compare-slider';
import { useTranslation } from 'react-i18next';

import cutoutUrl from './pictures/creature.cutout.webp';
import photoUrl from './pictures/creature.webp';

/** Slider that compares an example image with its cutout. */
export function Example() {
  const { t, i18n } = useTranslation(['home', 'tool']);
  return (
    <CompareSlider
      label={t('home:exampleLabel')}
      valueText={(value) => t('tool:compare.value', { percent: formatPercent(i18n.language as Locale, value / 100) })}
      before={
        <img src={photoUrl} alt={t('home:exampleAlt')} width="1080" height="720" className="size-full object-cover" />
      }
      after={
        <Checkerboard className="size-full">
          <img src={cutoutUrl} alt="" width="1080" height="720" className="size-full object-cover" />
        </Checkerboard>
      }
      className="aspect-3/2 border border-line"
    />
  );
}
