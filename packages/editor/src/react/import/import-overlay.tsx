import { CutLine } from '@isola/ui/cut-line';
import { useTranslation } from 'react-i18next';

import { useImageImport } from './import-context.ts';

/** Cut line around the window, shown while an image is dragged over it. */
export function ImportOverlay() {
  const { t } = useTranslation('tool');
  const { state } = useImageImport();
  if (state !== 'over') return null;
  return (
    <div className="pointer-events-none fixed inset-2 z-50">
      <CutLine state="running" radiusPx={16} />
      <p className="absolute inset-x-0 bottom-6 text-center">
        <span className="rounded-md border border-line bg-sheet px-4 py-2 text-14 font-medium shadow-float">
          {t('drop.release')}
        </span>
      </p>
    </div>
  );
}
