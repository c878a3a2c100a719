import { loadBundle } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { Skeleton } from '@isola/ui/skeleton';
import { type ComponentType, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';

import type { PresetPanelProps } from './preset-panel.tsx';

type Load =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly Panel: ComponentType<PresetPanelProps> }
  | { readonly state: 'failed'; readonly retry: () => void };

/** The preset panel. Its code and translations are loaded when it is first shown. */
export function LazyPresetPanel(props: PresetPanelProps) {
  const { t, i18n } = useTranslation(['batch', 'tool']);
  const [load, setLoad] = useState<Load>({ state: 'loading' });
  useEffect(() => {
    let isGone = false;
    const start = async () => {
      try {
        const [{ PresetPanel }] = await Promise.all([
          import('./preset-panel.tsx'),
          loadBundle(i18n, 'editor'),
          loadBundle(i18n, 'shop-photo'),
        ]);
        if (!isGone) setLoad({ state: 'ready', Panel: PresetPanel });
      } catch {
        if (!isGone) setLoad({ state: 'failed', retry: () => void start() });
      }
    };
    void start();
    return () => {
      isGone = true;
    };
  }, [i18n]);
  const failed = (text: string, retry: () => void) => (
    <div role="alert" className="flex flex-col items-start gap-3 text-13 text-soft">
      <p>{text}</p>
      <Button size="sm" onClick={retry} className="pointer-coarse:h-11">
        {t('tool:retry')}
      </Button>
    </div>
  );
  switch (load.state) {
    case 'loading':
      return (
        <div aria-busy className="flex flex-col gap-5">
          {props.hasPreview && <Skeleton className="aspect-4/3 w-full" />}
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      );
    case 'failed':
      return failed(t('preset.missing'), load.retry);
    case 'ready':
      return (
        <ErrorBoundary
          onError={(error) => reportError(error)}
          fallbackRender={({ resetErrorBoundary }) => failed(t('preset.crashed'), resetErrorBoundary)}
        >
          <load.Panel {...props} />
        </ErrorBoundary>
      );
    default:
      return load satisfies never;
  }
}
