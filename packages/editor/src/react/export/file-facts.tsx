import { formatBytes, type Locale } from '@isola/i18n';
import type { Size } from '@isola/imaging';
import { Button } from '@isola/ui/button';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { FileState } from '../../rendering/create-file-pipeline.ts';
import { FailureBanner } from '../session/failure-banner.tsx';

export interface FileFactsProps {
  file: FileState;
  /** Size of the image while the file is not ready. */
  widthPx: number;
  heightPx: number;
  onRetry: () => void;
  /** Size of the part of the image from which the result is enlarged; undefined when it is not. */
  enlargedFrom?: Size | undefined;
  /** Called when the network cannot be loaded, and the result shall be written without it. */
  onWithoutEnlarging?: () => void;
}

/** Size of the file in pixels and bytes, or the reason why it could not be written. */
export function FileFacts({ file, widthPx, heightPx, onRetry, enlargedFrom, onWithoutEnlarging }: FileFactsProps) {
  const { t, i18n } = useTranslation('editor');
  if (file.state === 'failed') {
    return (
      <>
        <FailureBanner failure={file.failure} />
        <Button onClick={onRetry} className="pointer-coarse:h-11">
          <RotateCcw aria-hidden />
          {t('tool:retry')}
        </Button>
        {file.failure.code === 'enlarger-load-failed' && (
          <Button onClick={onWithoutEnlarging} className="pointer-coarse:h-11">
            {t('enlarge.without')}
          </Button>
        )}
      </>
    );
  }
  const ready = file.state === 'ready' ? file : undefined;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-13 tabular-nums [&>dd]:text-end [&>dt]:text-soft">
      <dt>{t('file.pixels')}</dt>
      <dd data-slot="pixel-size">
        {t('tool:result.pixels', { width: ready?.widthPx ?? widthPx, height: ready?.heightPx ?? heightPx })}
      </dd>
      {enlargedFrom && (
        <>
          <dt>{t('enlarge.fromShort')}</dt>
          <dd data-slot="enlarged-from">
            {t('tool:result.pixels', { width: enlargedFrom.widthPx, height: enlargedFrom.heightPx })}
          </dd>
        </>
      )}
      <dt>{t('export.size')}</dt>
      <dd data-slot="file-size" aria-live="polite" aria-busy={!ready}>
        {ready ? formatBytes(i18n.language as Locale, ready.file.size) : t('export.working')}
      </dd>
    </dl>
  );
}
