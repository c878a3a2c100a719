import type { AdminAccess } from '@isola/auth';
import { Button } from '@isola/ui/button';
import { Form, FormActions } from '@isola/ui/form';
import { Link as UiLink } from '@isola/ui/link';
import { type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { FailureNotice } from '#shell/account/failure-notice.tsx';
import { PasswordField } from '#shell/account/password-field.tsx';
import { fieldIn } from '#shell/account/typed-email.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useFieldFailure } from '#shell/account/use-field-failure.ts';
import { PageLink } from '#shell/page-link.tsx';

export interface ProveIdentityProps {
  /** Email of the account, for password managers. */
  email: string;
  /** True when the identity was proven before and the proof has expired. The hidden page keeps its state. */
  hasExpired: boolean;
  /** Called with the access that the database grants after the proof. */
  onAccess: (access: AdminAccess) => void;
}

/** Asks an administrator for the password before the page is shown. */
export function ProveIdentity({ email, hasExpired, onAccess }: ProveIdentityProps) {
  const { t } = useTranslation(['admin', 'auth']);
  const titleId = useId();
  const step = useRef<HTMLElement>(null);
  // The focused element is on the page that is hidden now, so the focus moves to this step.
  useEffect(() => {
    if (hasExpired) step.current?.focus();
  }, [hasExpired]);
  const proving = useAuthAction({
    failedTitle: t('prove.failed'),
    act: (client, currentPassword: string) => client.proveIdentity({ currentPassword }),
    onDone: onAccess,
  });
  const { errors, notice } = useFieldFailure(proving.failure, ['currentPassword']);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    proving.run(fieldIn(event.currentTarget, 'currentPassword'));
  };
  const reason = hasExpired ? 'prove.expired' : 'prove.first';
  return (
    <section
      ref={step}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-state={hasExpired ? 'expired' : 'unproven'}
      className="max-w-110 outline-none"
    >
      <h2 id={titleId} className="text-18 font-semibold">
        {t(`${reason}.title`)}
      </h2>
      <p className="mt-2 mb-6 text-soft">{t(`${reason}.text`)}</p>
      <Form errors={errors} pending={proving.isPending} onSubmit={submit}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          kind="current"
          name="currentPassword"
          label={t('auth:account.current.label')}
          readOnly={proving.isPending}
        />
        {notice && <FailureNotice failure={notice} />}
        <FormActions>
          <Button type="submit" variant="primary" size="lg" loading={proving.isPending}>
            {t('prove.submit')}
          </Button>
        </FormActions>
        <p className="text-14">
          <UiLink asChild className="inline-flex min-h-6 items-center pointer-coarse:min-h-11">
            <PageLink page="authForgot">{t('auth:account.current.forgot')}</PageLink>
          </UiLink>
        </p>
      </Form>
    </section>
  );
}
