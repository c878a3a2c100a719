import type { AuthClient } from '@isola/auth';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { findMailDelay } from '#backend/find-mail-delay.ts';
import { siteQueries } from '#backend/site-queries.ts';
import { CodeForm } from '#shell/account/code-form.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import type { MailPurpose } from '#shell/account/send-mail.ts';

export interface CheckMailProps {
  purpose: MailPurpose;
  email: string;
  title: string;
  text: string;
  /** Called when the code was accepted and the user is signed in. */
  onVerified: (client: AuthClient) => void | Promise<void>;
  /** Returns to the form, so that the user can correct the email address. */
  onOtherAddress: () => void;
}

/** Interval of asking whether emails wait. The server needs up to 15 seconds to notice that its mail server stalls. */
const delayPollMs = 5_000;

/**
 * Tells the user that an email was sent, or that emails are delayed, and asks for the code in it. Replaces the form and
 * takes the focus.
 */
export function CheckMail({ purpose, email, title, text, onVerified, onOtherAddress }: CheckMailProps) {
  const { t } = useTranslation('auth');
  const isDelayed = useMailDelay();
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <div className="flex flex-col gap-6">
      <Banner
        ref={banner}
        tabIndex={-1}
        tone={isDelayed ? 'warning' : 'success'}
        title={isDelayed ? t('mail.delayed.title') : title}
        actions={<MailboxLink />}
        className="scroll-my-20"
      >
        {isDelayed ? t('mail.delayed.text') : text}
      </Banner>
      <CodeForm
        purpose={purpose}
        email={email}
        {...(purpose === 'recovery' && { password: { label: t('password.new') } })}
        onVerified={onVerified}
      />
      <Button variant="ghost" onClick={onOtherAddress} className="-ms-3.5 self-start pointer-coarse:h-11">
        {t('forgot.other')}
      </Button>
    </div>
  );
}

/** Returns whether emails wait because the mail server accepts none. */
function useMailDelay(): boolean {
  const { data = false } = useQuery(
    {
      queryKey: ['mail-delay'],
      queryFn: findMailDelay,
      staleTime: 0,
      refetchInterval: delayPollMs,
      retry: false,
      networkMode: 'always',
    },
    siteQueries,
  );
  return data;
}
