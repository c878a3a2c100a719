import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { History } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { useTool } from './tool-host.tsx';
import { offeredName, reopenIn, subscribeLastImage } from './tool-session.ts';

/**
 * Button that opens the image that this tab last had open in another tool. It shows the image's name but no thumbnail,
 * so that no face appears unasked on a shared screen.
 */
export function ContinueWith({ className }: { className?: string }) {
  const { t } = useTranslation('tool');
  const tool = useTool();
  const [state, setState] = useState<'idle' | 'opening' | 'failed'>('idle');
  const name = useSyncExternalStore(
    subscribeLastImage,
    () => offeredName(tool),
    () => undefined,
  );
  const open = () => {
    setState('opening');
    reopenIn(tool).then(
      (isOpen) => setState(isOpen ? 'idle' : 'failed'),
      () => setState('failed'),
    );
  };
  return (
    <div className={cn('flex min-w-0 flex-col items-center empty:hidden', className)}>
      {name !== undefined && state !== 'failed' && (
        <Button
          variant="ghost"
          size="sm"
          loading={state === 'opening'}
          onClick={open}
          className="max-w-full pointer-coarse:h-11"
        >
          {state !== 'opening' && <History aria-hidden />}
          <span className="min-w-0 truncate">{t('continue.label', { name: name || t('photo.pasted') })}</span>
        </Button>
      )}
      {state === 'failed' && (
        <p role="alert" className="text-13 text-danger">
          {t('continue.failed')}
        </p>
      )}
    </div>
  );
}
