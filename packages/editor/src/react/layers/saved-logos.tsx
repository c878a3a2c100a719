import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { brandLogos, forgetBrandLogo, loadBrandLogos } from '../../persistence/brand-logos.ts';
import { BlobImage } from '../blob-image.tsx';

export interface SavedLogosProps {
  disabled: boolean;
  onChoose: (logo: Blob) => void;
}

/** The logos that are saved on this device. Each can be added to the image or removed from the device. */
export function SavedLogos({ disabled, onChoose }: SavedLogosProps) {
  const { t } = useTranslation('editor');
  const logos = useStore(brandLogos);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => void loadBrandLogos(), []);
  if (logos.length === 0) return null;
  const forget = async (id: string) => {
    setFailed(false);
    await forgetBrandLogo(id).catch(() => setFailed(true));
  };
  return (
    <div role="group" aria-label={t('layers.saved')} data-slot="saved-logos">
      <p className="mb-2 text-12 text-soft">{t('layers.saved')}</p>
      <ul className="grid grid-cols-4 gap-2">
        {logos.map(({ id, blob }, index) => (
          <li key={id} className="relative">
            <button
              type="button"
              aria-label={t('layers.useSaved', { number: index + 1 })}
              title={t('layers.useSaved', { number: index + 1 })}
              disabled={disabled}
              onClick={() => onChoose(blob)}
              className="block h-14 w-full rounded-sm border border-line-strong p-1 bg-checker"
            >
              <BlobImage blob={blob} className="size-full object-contain" />
            </button>
            <button
              type="button"
              aria-label={t('layers.forget', { number: index + 1 })}
              title={t('layers.forget', { number: index + 1 })}
              onClick={() => void forget(id)}
              className="absolute end-0 top-0 grid size-6 -translate-y-1/2 place-items-center rounded-full border border-line bg-sheet text-ink hover:bg-hover"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <p role="alert" className="text-13 text-danger empty:hidden">
        {hasFailed && t('layers.notForgotten')}
      </p>
    </div>
  );
}
