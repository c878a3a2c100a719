import type { AuthClient, MailLink, MailLinkDetails } from '@isola/auth';
import { useAuth, useAuthClient } from '@isola/auth/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Form, FormActions } from '@isola/ui/form';
import { Spinner } from '@isola/ui/spinner';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { siteQueries } from '#backend/site-queries.ts';
import { forgetMailLink } from '#shell/mail-link.ts';
import { PageLink } from '#shell/page-link.tsx';

import { CodeForm } from '#shell/account/code-form.tsx';
import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { PasswordField } from '#shell/account/password-field.tsx';
import { readFailure } from '#shell/account/read-failure.ts';
import { fieldIn } from '#shell/account/typed-email.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';

export interface MailLinkPanelProps {
  link: MailLink;
  /**
   * Called when the link was used. The outcome is `done` when another browser requested the link: nobody is signed in.
   */
  onDone: (outcome: 'signed-in' | 'done', client: AuthClient) => void | Promise<void>;
}

/**
 * Explains what a mailed link does, on which site and for which account, and shows the button that does it. Opening
 * the page does not use the link up, so that programs that scan emails leave it valid.
 */
export function MailLinkPanel({ link, onDone }: MailLinkPanelProps) {
  const { t } = useTranslation('auth');
  const client = useAuthClient();
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: ['mail-link', link.token],
      queryFn: () => client.inspectLink(link),
      retry: false,
      staleTime: Infinity,
      gcTime: 0,
      refetchOnWindowFocus: false,
      // The default mode would pause the query while offline, without a message.
      networkMode: 'always',
    },
    siteQueries,
  );
  if (data) return <LinkForm link={link} details={data} onDone={onDone} />;
  if (!error || isFetching) {
    return (
      <p role="status" className="flex items-center gap-2.5 text-soft">
        <Spinner />
        {t('confirm.checking')}
      </p>
    );
  }
  const failure = readFailure(error);
  return failure.code === 'link-expired' ? (
    <Expired purpose={link.purpose} failure={<FailureNotice failure={failure} />} />
  ) : (
    <FailureNotice
      failure={failure}
      actions={
        <Button size="sm" onClick={() => void refetch()} className="pointer-coarse:h-11">
          {t('retry')}
        </Button>
      }
    />
  );
}

/** Shows how to get another link after one was used or has expired. */
function Expired({ purpose, failure }: { purpose: MailLink['purpose']; failure: ReactNode }) {
  const { t } = useTranslation('auth');
  switch (purpose) {
    case 'signup':
      return (
        <div className="flex flex-col gap-6">
          {failure}
          <CodeForm
            purpose="signup"
            password={{ label: t('password.label'), hint: t('link.password.hint') }}
            onVerified={forgetMailLink}
          />
        </div>
      );
    case 'recovery':
    case 'magiclink':
      return (
        <div className="flex flex-col items-start gap-6">
          {failure}
          <Button asChild size="lg">
            <PageLink page="authForgot">{t('reset.ask')}</PageLink>
          </Button>
        </div>
      );
    case 'email_change':
      return (
        <div className="flex flex-col items-start gap-6">
          {failure}
          <Button asChild size="lg">
            <PageLink page="authAccount">{t('confirm.account')}</PageLink>
          </Button>
        </div>
      );
    default:
      return purpose satisfies never;
  }
}

const submitWords = {
  signup: 'code.submit',
  recovery: 'reset.submit',
  magiclink: 'signIn.submit',
  email_change: 'link.email_change.submit',
} as const satisfies Record<MailLink['purpose'], string>;

interface LinkFormProps extends MailLinkPanelProps {
  details: MailLinkDetails;
}

function LinkForm({ link, details, onDone }: LinkFormProps) {
  const { t } = useTranslation('auth');
  const { purpose } = link;
  const needsPassword = purpose === 'recovery' || (purpose === 'signup' && !details.isRequester);
  const following = useAuthAction({
    failedTitle: t(purpose === 'recovery' ? 'reset.failed' : 'link.failed'),
    act: (client, password: string | undefined) =>
      client.followLink({ ...link, ...(password !== undefined && { password }) }),
    onDone: (outcome, client) => onDone(outcome, client),
  });
  const { errors, notice } = useFieldFailure(following.failure, ['password']);
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    following.run(needsPassword ? fieldIn(event.currentTarget, 'password') : undefined);
  };
  const isElsewhere = purpose === 'magiclink' && !details.isRequester;
  if (notice?.code === 'link-expired')
    return <Expired purpose={purpose} failure={<FailureNotice failure={notice} />} />;
  return (
    <div className="flex flex-col gap-6" data-purpose={purpose} data-requester={details.isRequester}>
      <Banner
        ref={banner}
        tabIndex={-1}
        tone={isElsewhere ? 'warning' : 'info'}
        title={t(`link.${purpose}.title`)}
        className="scroll-my-20"
      >
        <Explanation purpose={purpose} details={details} />
        <OtherAccount purpose={purpose} details={details} />
        <p className="mt-1 text-13">{t('link.notYou')}</p>
      </Banner>
      {isElsewhere ? (
        <CodeForm purpose="magiclink" onVerified={(client) => onDone('signed-in', client)} />
      ) : (
        <Form errors={errors} pending={following.isPending} onSubmit={submit}>
          {needsPassword && (
            <>
              <input type="text" name="username" autoComplete="username" value={details.email ?? ''} readOnly hidden />
              <PasswordField
                kind="new"
                label={t(purpose === 'recovery' ? 'password.new' : 'password.label')}
                {...(purpose === 'signup' && { hint: t('link.password.hint') })}
                readOnly={following.isPending}
              />
            </>
          )}
          {notice && <FailureNotice failure={notice} />}
          <FormActions>
            <Button type="submit" variant="primary" size="lg" loading={following.isPending}>
              {t(submitWords[purpose])}
            </Button>
          </FormActions>
        </Form>
      )}
    </div>
  );
}

/** Explains what the button does, for which account and on which site. */
function Explanation({ purpose, details }: { purpose: MailLink['purpose']; details: MailLinkDetails }) {
  const { t } = useTranslation('auth');
  const { email, isRequester } = details;
  const site = location.host;
  if (email === null) return <p>{t('link.unnamed', { site })}</p>;
  const isElsewhere = !isRequester && (purpose === 'signup' || purpose === 'magiclink');
  const text = isElsewhere
    ? t(`link.${purpose}.elsewhere`, { email, site })
    : t(`link.${purpose}.text`, { email, site });
  return <p className="wrap-anywhere">{text}</p>;
}

/** Warns that another account is signed in, which the button signs out. */
function OtherAccount({ purpose, details }: { purpose: MailLink['purpose']; details: MailLinkDetails }) {
  const { t } = useTranslation('auth');
  const state = useAuth();
  const signsIn = details.isRequester && purpose !== 'email_change';
  if (!signsIn || state.status !== 'signed-in' || details.email === null || state.user.email === details.email) {
    return null;
  }
  return (
    <p className="mt-1 wrap-anywhere">
      {t('link.otherAccount', { current: state.user.email ?? '', email: details.email })}
    </p>
  );
}
