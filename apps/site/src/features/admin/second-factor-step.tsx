import { AdminError } from '@isola/admin';
import { CodeForm, FactorSetup } from '@isola/admin/react';
import type { AdminAccess } from '@isola/auth';
import { Spinner } from '@isola/ui/spinner';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { requireAuth } from '#backend/open-auth.ts';
import { siteQueries } from '#backend/site-queries.ts';
import { Unreachable } from '#shell/account/unreachable.tsx';

import { useAdminApi } from './admin-access.ts';
import { MailedCodeStep } from './mailed-code-step.tsx';

export interface SecondFactorStepProps {
  /** Email of the account. */
  email: string;
  /** Called with the database's answer when the code was accepted, or when another proof is missing. */
  onAccess: (access: AdminAccess) => void;
}

/**
 * Second step after the password: asks for a code of the second factor, or sets up a second factor when the
 * administrator has none but needs one.
 */
export function SecondFactorStep({ email, onAccess }: SecondFactorStepProps) {
  const { t } = useTranslation('admin');
  const api = useAdminApi();
  const asking = useQuery(
    {
      queryKey: ['second-factor', api?.userId],
      queryFn: api ? ({ signal }) => api.secondFactor(signal) : skipToken,
      networkMode: 'always',
      retry: false,
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
    },
    siteQueries,
  );
  const goOn = async () => onAccess(await (await requireAuth()).openAdminSession());
  if (asking.error) return <Unreachable retry={() => void asking.refetch()} isRetrying={asking.isFetching} />;
  if (!api || !asking.data) {
    return (
      <p role="status" className="flex items-center gap-2.5 text-soft">
        <Spinner />
        {t('waiting')}
      </p>
    );
  }
  if (asking.data.enrolled) {
    return (
      <Step name="give">
        <CodeForm
          submit={t('factor.give.submit')}
          withRecovery
          take={async (code) => {
            await api.giveSecondFactor(code);
            await goOn();
          }}
        />
      </Step>
    );
  }
  if (asking.data.needs_mail) {
    return (
      <Step name="mail" email={email}>
        <MailedCodeStep email={email} onDone={() => asking.refetch()} />
      </Step>
    );
  }
  return (
    <Step name="needed">
      <FactorSetup
        api={api}
        proven={async (act) => {
          try {
            return await act();
          } catch (error) {
            // The password was typed too long ago: it is asked for again, and the setup restarts.
            if (error instanceof AdminError && error.code === 'forbidden') onAccess('identity-unproven');
            // The session of the mailed code is too old: another code is needed.
            if (error instanceof AdminError && error.code === 'mail-required') void asking.refetch();
            throw error;
          }
        }}
        onDone={goOn}
      />
    </Step>
  );
}

interface StepProps {
  name: 'give' | 'mail' | 'needed';
  /** Email to which the code is sent. */
  email?: string;
  children: ReactNode;
}

function Step({ name, email = '', children }: StepProps) {
  const { t } = useTranslation('admin');
  const titleId = useId();
  const step = useRef<HTMLElement>(null);
  // The previous step, which contained the focus, has been removed.
  useEffect(() => step.current?.focus(), []);
  return (
    <section
      ref={step}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-state={`second-factor-${name}`}
      className="max-w-120 outline-none"
    >
      <h2 id={titleId} className="text-18 font-semibold">
        {t(`factor.${name}.title`)}
      </h2>
      <p className="mt-2 mb-6 text-soft">{t(`factor.${name}.text`, { email })}</p>
      {children}
    </section>
  );
}
