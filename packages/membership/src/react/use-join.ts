import type { QrCode } from '@isola/ui/qr-code';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v4 as randomId } from 'uuid';

import { MembershipError } from '../api/membership-error.ts';
import { useMembership } from './membership-context.tsx';
import { useChange } from './use-change.ts';
import { useFormat } from './use-format.ts';

/** Checkout that the member pays by scanning a code with their phone. */
export interface PaymentCode {
  readonly plan: string;
  readonly currency: string;
  /** Id of the checkout. */
  readonly checkout: string;
  /** Content of the QR code. */
  readonly content: string;
  /** Time at which the code expires, in milliseconds since 1970. */
  readonly expiresAtMs: number;
  readonly QrCode: typeof QrCode;
}

/** Time for which a code of WeChat Pay or Alipay can be paid. */
const codeLifeMs = 2 * 3_600_000;

/**
 * Codes of failures after which no checkout with the key can be paid, so that the next attempt needs another key. After
 * any other failure the checkout may be open, and the next attempt continues with it.
 */
const refusals: ReadonlySet<string> = new Set([
  'provider-refused',
  'not-offered',
  'already-requested',
  // The provider with which the checkout was begun is no longer set up.
  'no-provider',
]);

/** Joins a plan: at once when it is free, else on the provider's page or with a code for the member's phone. */
export function useJoin() {
  const { t } = useTranslation('membership');
  const { api, leaveTo } = useMembership();
  const format = useFormat();
  // One key per plan and currency: a request that is sent twice begins one checkout.
  const [keys] = useState(() => new Map<string, string>());
  const [code, setCode] = useState<PaymentCode>();
  const { run, isPending, error } = useChange(
    async ({ plan, currency, isNew = false }: { plan: string; currency: string; isNew?: boolean }) => {
      const order = `${plan} ${currency}`;
      const key = (isNew ? undefined : keys.get(order)) ?? randomId();
      keys.set(order, key);
      const joining = await api
        .join({ plan, currency, key, returnPath: '/membership/manage' })
        .catch((error: unknown) => {
          if (error instanceof MembershipError && refusals.has(error.code)) keys.delete(order);
          throw error;
        });
      switch (joining.outcome) {
        case 'active':
          return t('joined', { plan: format.plan(plan) });
        case 'redirect':
          leaveTo(joining.url);
          return undefined;
        case 'form':
          leaveTo(joining.url, joining);
          return undefined;
        case 'qr': {
          const { QrCode } = await import('@isola/ui/qr-code').catch((cause: unknown) => {
            throw new MembershipError('network', 'The code that draws the QR code could not be fetched', { cause });
          });
          const { checkout, content } = joining;
          setCode({ plan, currency, checkout, content, expiresAtMs: Date.now() + codeLifeMs, QrCode });
          return undefined;
        }
        default:
          throw new MembershipError('invalid', 'The checkout is of an unknown kind', {
            cause: joining satisfies never,
          });
      }
    },
  );
  return {
    join: (plan: string, currency: string) => run({ plan, currency }),
    isPending,
    error,
    code,
    /** Begins another checkout when the code can no longer be paid. */
    renewCode: ({ plan, currency }: PaymentCode) => run({ plan, currency, isNew: true }),
    closeCode: () => setCode(undefined),
  };
}
