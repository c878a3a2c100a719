import { useTranslation } from 'react-i18next';

import { trimmed } from './pictures.ts';

const guide = 'absolute inset-x-0 border-t border-dashed border-photo-ink/40';

/** Figure of a product that fills 85 % of the height of a white square. */
export function FillFigure() {
  const { t } = useTranslation('ecommerce');
  return (
    <figure>
      <div className="relative aspect-square max-w-96 rounded-md border border-line bg-on-photo">
        <img
          src={trimmed.url}
          alt=""
          width={trimmed.widthPx}
          height={trimmed.heightPx}
          loading="lazy"
          className="absolute inset-0 size-full object-contain py-[7.5%]"
        />
        <span className={`${guide} top-[7.5%]`} />
        <span className={`${guide} bottom-[7.5%]`} />
      </div>
      <figcaption className="mt-3 text-13 text-faint">{t('fill.caption')}</figcaption>
    </figure>
  );
}
