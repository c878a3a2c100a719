import { useTranslation } from 'react-i18next';

import { Comparison } from './comparison.tsx';
import chairCutoutUrl from './pictures/series-chair.cutout.webp';
import chairUrl from './pictures/series-chair.webp';
import lampCutoutUrl from './pictures/series-lamp.cutout.webp';
import lampUrl from './pictures/series-lamp.webp';
import mugCutoutUrl from './pictures/series-mug.cutout.webp';
import mugUrl from './pictures/series-mug.webp';
import plantCutoutUrl from './pictures/series-plant.cutout.webp';
import plantUrl from './pictures/series-plant.webp';

const series = [
  { id: 'mug', photoUrl: mugUrl, cutoutUrl: mugCutoutUrl },
  { id: 'chair', photoUrl: chairUrl, cutoutUrl: chairCutoutUrl },
  { id: 'plant', photoUrl: plantUrl, cutoutUrl: plantCutoutUrl },
  { id: 'lamp', photoUrl: lampUrl, cutoutUrl: lampCutoutUrl },
] as const;

const sheet = 'grid size-full grid-cols-2 grid-rows-2';

/** Slider that compares four example images with their four cutouts. */
export function SeriesComparison() {
  const { t } = useTranslation(['batch-remove', 'landing']);
  return (
    <Comparison
      label={t('batch-remove:compare.label')}
      before={
        <div className={sheet}>
          {series.map(({ id, photoUrl }) => (
            <img
              key={id}
              src={photoUrl}
              alt={t(`landing:picture.${id}`)}
              width="480"
              height="480"
              className="size-full"
            />
          ))}
        </div>
      }
      after={
        <div className={sheet}>
          {series.map(({ id, cutoutUrl }) => (
            <img key={id} src={cutoutUrl} alt="" width="480" height="480" className="size-full" />
          ))}
        </div>
      }
      caption={t('batch-remove:picture.caption')}
      frame="square"
    />
  );
}
