import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Dialog, DialogContent, DialogFooter } from '@isola/ui/dialog';
import { Spinner } from '@isola/ui/spinner';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useMembership } from './membership-context.tsx';
import { membershipQueries } from './membership-queries.ts';
import { useChange } from './use-change.ts';
import { useFormat } from './use-format.ts';
import type { PaymentCode } from './use-join.ts';

/** Interval of polling for the payment. */
const pollMs = 3_000;

export interface CodeCheckoutProps {
  code: PaymentCode;
  price: string;
  isRenewing: boolean;
  onRenew: () => void;
  onClose: () => void;
}

/**
 * Dialog with a code that the member pays with their phone. It polls until the provider has reported the payment. A
 * payment after the dialog was closed activates the plan as well.
 */
export function CodeCheckout({ code, price, isRenewing, onRenew, onClose }: CodeCheckoutProps) {
  const { t } = useTranslation('membership');
  const { api } = useMembership();
  const format = useFormat();
  const plan = format.plan(code.plan);
  const hasRunOut = useHasPassed(code.expiresAtMs);
  const { data: status = 'open' } = useQuery({
    ...membershipQueries(api).checkoutStatus(code.checkout),
    // A failed query is tried again at the next interval.
    retry: false,
    refetchInterval: ({ state: { data } }) => (data === undefined || data === 'open' ? pollMs : false),
  });
  const finishing = useChange(() => {
    onClose();
    return Promise.resolve(t('joined', { plan }));
  });
  const finish = useEffectEvent(() => finishing.run(undefined));
  const isPaid = status === 'completed';
  useEffect(() => {
    if (isPaid) finish();
  }, [isPaid]);
  const isOver = hasRunOut || status === 'expired' || status === 'failed';
  const { QrCode } = code;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        size="sm"
        title={t('code.title')}
        description={t('code.text', { plan, price })}
        closeLabel={t('code.cancel')}
      >
        {isOver ? (
          <Banner tone="warning" title={t(status === 'failed' ? 'code.failed' : 'code.expired')} />
        ) : (
          <div className="flex flex-col items-center gap-4 pb-4 text-center">
            <QrCode value={code.content} label={t('code.label')} className="size-56" />
            <p role="status" className="flex items-center gap-2">
              <Spinner />
              {t('code.waiting')}
            </p>
            <p className="text-13 text-soft">{t('code.until', { time: format.time(code.expiresAtMs) })}</p>
            <p className="max-w-full text-12 break-all text-soft select-all">{code.content}</p>
          </div>
        )}
        <DialogFooter>
          <Button onClick={onClose}>{t('code.cancel')}</Button>
          {isOver && (
            <Button variant="primary" loading={isRenewing} onClick={onRenew}>
              {t('code.renew')}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Returns true once the time is over, in milliseconds since 1970. */
function useHasPassed(atMs: number): boolean {
  const [passedMs, setPassed] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setPassed(atMs), atMs - Date.now());
    return () => clearTimeout(timer);
  }, [atMs]);
  return passedMs === atMs;
}
