import { Button } from '@isola/ui/button';
import { Form, FormActions } from '@isola/ui/form';
import { Link as UiLink } from '@isola/ui/link';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';
import { useLocale } from '#shell/use-locale.ts';
import { useToast } from '#shell/use-toast.ts';

import { CheckMail } from './check-mail.tsx';
import { EmailField } from '#shell/account/email-field.tsx';
import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { NotOpen } from '#shell/account/not-open.tsx';
import { sendMail } from '#shell/account/send-mail.ts';
import { fieldIn, keepTypedEmail } from '#shell/account/typed-email.ts';
import { Unreachable } from '#shell/account/unreachable.tsx';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useEnter } from './use-enter.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';
import { useOpening } from '#shell/account/use-opening.ts';

/**
 * Page for users who have forgotten their password: mails a link that resets it, or a link that signs in without it.
 */
export function ForgotPage() {
  const { t } = useTranslation('auth');
  const opening = useOpening();
  return (
    <PageFrame page="authForgot" lead={t('forgot.lead')}>
      <div className="flex max-w-110 flex-col gap-6">
        {opening.status === 'unreachable' && <Unreachable {...opening} />}
        {opening.status === 'none' ? <NotOpen /> : <ForgotForm />}
      </div>
    </PageFrame>
  );
}

interface Request {
  readonly email: string;
  readonly purpose: 'recovery' | 'magiclink';
}

function ForgotForm() {
  const { t } = useTranslation('auth');
  const locale = useLocale();
  const toast = useToast();
  const enter = useEnter();
  const sending = useAuthAction({
    failedTitle: t('forgot.failed'),
    act: async (client, request: Request) => {
      await sendMail(client, request.purpose, request.email, locale);
      return request;
    },
  });
  const { errors, notice } = useFieldFailure(sending.failure, ['email']);

  if (sending.result) {
    const { email, purpose } = sending.result;
    return (
      <CheckMail
        purpose={purpose}
        email={email}
        title={t('mail.recovery.title')}
        text={t(`mail.${purpose}.text`, { email })}
        onVerified={async (client) => {
          await enter(client);
          if (purpose === 'recovery') toast({ tone: 'success', title: t('reset.done') });
        }}
        onOtherAddress={sending.reset}
      />
    );
  }

  const submit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    const pressed = event.nativeEvent.submitter;
    const purpose = pressed instanceof HTMLButtonElement && pressed.value === 'magiclink' ? 'magiclink' : 'recovery';
    sending.run({ email: fieldIn(event.currentTarget, 'email').trim(), purpose });
  };
  const isSending = (purpose: Request['purpose']) => sending.isPending && sending.input?.purpose === purpose;

  return (
    <Form
      errors={errors}
      pending={sending.isPending}
      onSubmit={submit}
      onInput={(event) => keepTypedEmail(event.currentTarget)}
    >
      <EmailField autoComplete="username" readOnly={sending.isPending} />
      {notice && <FailureNotice failure={notice} />}
      <FormActions>
        <Button type="submit" value="recovery" variant="primary" size="lg" loading={isSending('recovery')}>
          {t('forgot.reset')}
        </Button>
        <Button type="submit" value="magiclink" size="lg" loading={isSending('magiclink')}>
          {t('forgot.link')}
        </Button>
      </FormActions>
      <p className="text-14">
        <UiLink asChild className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
          <PageLink page="auth">{t('forgot.back')}</PageLink>
        </UiLink>
      </p>
      <noscript>{t('noScript')}</noscript>
    </Form>
  );
}
