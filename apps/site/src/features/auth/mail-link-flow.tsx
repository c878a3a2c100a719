import type { AuthClient, LinkPurpose } from '@isola/auth';
import { useAuth } from '@isola/auth/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { forgetMailLink } from '#shell/mail-link.ts';
import { PageLink } from '#shell/page-link.tsx';
import { useToast } from '#shell/use-toast.ts';

import { MailLinkPanel } from './mail-link-panel.tsx';
import { useEnter } from './use-enter.ts';
import { useMailLink } from './use-mail-link.ts';

/**
 * Result of a link that was used on this page:
 * - `registered`: the link confirmed the account and signed the user in.
 * - `confirmed`, `reset`: the link was used in another browser than the one that requested it, so nobody was signed in.
 * - `changed`: the account's email was changed.
 */
export type LinkResult = 'registered' | 'confirmed' | 'reset' | 'changed';

export interface MailLinkFlowProps {
  /** Content when the page was opened without a link. */
  children: ReactNode;
}

/** Handles the mailed link with which the page was opened, up to its result. */
export function MailLinkFlow({ children }: MailLinkFlowProps) {
  const { t } = useTranslation('auth');
  const link = useMailLink();
  const enter = useEnter();
  const toast = useToast();
  const [result, setResult] = useState<LinkResult | null>(null);
  if (!link) return result ? <LinkResultNotice result={result} /> : children;

  const onDone = async (outcome: 'signed-in' | 'done', client: AuthClient) => {
    setResult(resultOf(link.purpose, outcome));
    forgetMailLink();
    if (outcome === 'done' || link.purpose === 'signup') return;
    await enter(client);
    if (link.purpose === 'recovery') toast({ tone: 'success', title: t('reset.done') });
  };
  return <MailLinkPanel key={link.token} link={link} onDone={onDone} />;
}

/** Returns the result to show; null when the next page confirms it with a toast. */
function resultOf(purpose: LinkPurpose, outcome: 'signed-in' | 'done'): LinkResult | null {
  switch (purpose) {
    case 'signup':
      return outcome === 'signed-in' ? 'registered' : 'confirmed';
    case 'recovery':
      return outcome === 'signed-in' ? null : 'reset';
    case 'email_change':
      return 'changed';
    case 'magiclink':
      return null;
    default:
      return purpose satisfies never;
  }
}

const words = {
  registered: ['confirm.done.title', 'confirm.done.text'],
  confirmed: ['link.done.title', 'link.done.text'],
  reset: ['reset.done', 'link.done.text'],
  changed: ['confirm.changed.title', 'link.changed.text'],
} as const satisfies Record<LinkResult, readonly [title: string, text: string]>;

/** Shows the result of a link, and takes the focus because it is the only content of the page. */
export function LinkResultNotice({ result }: { result: LinkResult }) {
  const { t } = useTranslation('auth');
  const { status } = useAuth();
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);
  const [title, text] = words[result];
  return (
    <>
      <Banner ref={banner} tabIndex={-1} tone="success" data-result={result} title={t(title)}>
        {t(text)}
      </Banner>
      <div className="mt-5 flex flex-wrap gap-2">
        {status === 'signed-in' ? (
          <>
            <Button asChild variant="primary" size="lg">
              <PageLink page="single">{t('without.link')}</PageLink>
            </Button>
            <Button asChild size="lg">
              <PageLink page="authAccount">{t('confirm.account')}</PageLink>
            </Button>
          </>
        ) : (
          <Button asChild variant="primary" size="lg">
            <PageLink page="auth">{t('account.signIn')}</PageLink>
          </Button>
        )}
      </div>
    </>
  );
}
