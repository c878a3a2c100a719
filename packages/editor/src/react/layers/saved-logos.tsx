import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { brandLogos, forgetBrandLogo, loadBrandLogos } from '../../persistence/brand-logos.ts';
import { BlobImage } from '../blob-image.tsx';

export interface SavedLogosProps {
  disabled: boolean;
  onChoose: (logo: Blob) => void;
  /** Called when the last logo was removed, so that the focus gets a place. */
  onEmptied: () => void;
}

/** The logos that are saved on this device. Each can be added to the image or removed from the device. */
export function SavedLogos({ disabled, onChoose, onEmptied }: SavedLogosProps) {
  const { t } = useTranslation('editor');
  const logos = useStore(brandLogos);
  const [hasFailed, setFailed] = useState(false);
  const forgetButtons = useRef(new Map<string, HTMLButtonElement>());
  useEffect(() => void loadBrandLogos(), []);
  if (logos.length === 0) return null;
  const forget = async (index: number, id: string) => {
    const neighbour = logos[index + 1] ?? logos[index - 1];
    setFailed(false);
    try {
      await forgetBrandLogo(id);
    } catch {
      return setFailed(true);
    }
    // The button that was pressed disappears.
    if (neighbour) forgetButtons.current.get(neighbour.id)?.focus();
    else onEmptied();
  };
  return (
    <div role="group" aria-label={t('layers.saved')} data-slot="saved-logos">
      <p className="mb-4 text-12 text-soft">{t('layers.saved')}</p>
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
              ref={(button) => {
                if (button) forgetButtons.current.set(id, button);
                return () => void forgetButtons.current.delete(id);
              }}
              type="button"
              aria-label={t('layers.forget', { number: index + 1 })}
              title={t('layers.forget', { number: index + 1 })}
              onClick={() => void forget(index, id)}
              className="absolute end-0 top-0 grid size-6 -translate-y-1/2 place-items-center pointer-coarse:size-11"
            >
              {/* On a touchscreen the button is larger than its circle. */}
              <span className="grid size-6 place-items-center rounded-full border border-line bg-sheet text-ink hover:bg-hover">
                <X aria-hidden className="size-3.5" />
              </span>
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
