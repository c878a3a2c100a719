import { Button } from '@isola/ui/button';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { FailureBanner } from './session/failure-banner.tsx';
import type { Rendering } from '../rendering/create-rendering.ts';

/** Banner about a failed rendering, with a button to retry. It is shown while the failure lasts. */
export function FailureNote({ rendering }: { rendering: Rendering }) {
  const { t } = useTranslation('tool');
  const failure = useStore(rendering, (state) => state.failure);
  if (!failure) return null;
  const retry = (
    <Button size="sm" onClick={rendering.retry} className="pointer-coarse:h-11">
      <RotateCcw aria-hidden />
      {t('retry')}
    </Button>
  );
  return <FailureBanner failure={failure} actions={retry} />;
}
