import { Button } from '@isola/ui/button';
import { Dialog, DialogBody, DialogContent } from '@isola/ui/dialog';
import { Skeleton } from '@isola/ui/skeleton';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFocusReturn } from '../use-focus-return.ts';

type Load =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly Form: ComponentType }
  | { readonly state: 'failed'; readonly retry: () => void };

/** Dialog that makes a contact sheet. Its code is loaded when it is opened. */
export function ContactSheetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('batch');
  const returnFocus = useFocusReturn();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        size="sm"
        title={t('sheet.title')}
        description={t('sheet.text')}
        closeLabel={t('sheet.close')}
        onCloseAutoFocus={returnFocus}
      >
        <LazyForm />
      </DialogContent>
    </Dialog>
  );
}

function LazyForm() {
  const { t } = useTranslation(['batch', 'tool']);
  const [load, setLoad] = useState<Load>({ state: 'loading' });
  useEffect(() => {
    let isGone = false;
    const start = async () => {
      try {
        const { SheetForm } = await import('./sheet-form.tsx');
        if (!isGone) setLoad({ state: 'ready', Form: SheetForm });
      } catch {
        if (!isGone) setLoad({ state: 'failed', retry: () => void start() });
      }
    };
    void start();
    return () => {
      isGone = true;
    };
  }, []);
  switch (load.state) {
    case 'loading':
      return (
        <DialogBody>
          <div aria-busy className="flex flex-col gap-5">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </div>
        </DialogBody>
      );
    case 'failed':
      return (
        <DialogBody>
          <div role="alert" className="flex flex-col items-start gap-3 text-13 text-soft">
            <p>{t('sheet.missing')}</p>
            <Button size="sm" onClick={load.retry} className="pointer-coarse:h-11">
              {t('tool:retry')}
            </Button>
          </div>
        </DialogBody>
      );
    case 'ready':
      return <load.Form />;
    default:
      return load satisfies never;
  }
}
