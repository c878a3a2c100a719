import type { AuthState } from '@isola/auth';
import { Avatar } from '@isola/ui/avatar';
import { Link as UiLink } from '@isola/ui/link';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

import { accountName } from '#shell/account-name.ts';
import { PageLink } from '#shell/page-link.tsx';
import { useLocale } from '#shell/use-locale.ts';

import { ChangeEmailForm } from './change-email-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { LanguageSetting } from './language-setting.tsx';
import { PlanLine } from './plan-line.tsx';
import { SignOut } from './sign-out.tsx';
import { UsernameForm } from './username-form.tsx';

type SignedIn = Extract<AuthState, { status: 'signed-in' }>;

export interface AccountSettingsProps extends Pick<SignedIn, 'user' | 'subscription'> {
  onDeleted: () => void;
}

/** Shows the signed-in user, and forms for everything that the user can change about the account. */
export function AccountSettings({ user, subscription, onDeleted }: AccountSettingsProps) {
  const { t } = useTranslation('auth');
  const locale = useLocale();
  const name = accountName(user);
  const email = user.email ?? '';
  return (
    <>
      <div className="mb-10 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={name} locale={locale} size="lg" aria-hidden />
        <div className="min-w-0 flex-[1_1_12rem]">
          <p className="text-18 font-semibold wrap-anywhere">{name}</p>
          <p className="text-14 wrap-anywhere text-soft">{email}</p>
        </div>
        <div className="text-14">
          <span className="text-soft">{t('account.plan')}</span>
          <span className="mx-2 font-medium">
            <PlanLine subscription={subscription} />
          </span>
          <UiLink asChild>
            <PageLink page="membership">{t('account.plan.link')}</PageLink>
          </UiLink>
        </div>
      </div>
      <Setting title={t('account.username.title')}>
        <UsernameForm name={name} />
      </Setting>
      <Setting title={t('account.language.title')} text={t('account.language.hint')}>
        <LanguageSetting />
      </Setting>
      <Setting title={t('account.email.title')} text={t('account.email.hint')}>
        <ChangeEmailForm />
      </Setting>
      <Setting title={t('account.password.title')} text={t('account.password.hint')}>
        <ChangePasswordForm email={email} />
      </Setting>
      <Setting title={t('account.signOut.title')} text={t('account.signOut.text')}>
        <SignOut />
      </Setting>
      <Setting title={t('account.delete.title')} text={t('account.delete.text')}>
        <DeleteAccount email={email} onDeleted={onDeleted} />
      </Setting>
    </>
  );
}

/** One setting of the account: on wide screens its title is on the left and its form on the right. */
function Setting({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-10 gap-y-4 border-t border-line py-8 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]"
    >
      <div>
        <h2 id={titleId} className="text-16 font-semibold">
          {title}
        </h2>
        {text && <p className="mt-1 text-13 text-soft">{text}</p>}
      </div>
      <div className="max-w-100">{children}</div>
    </section>
  );
}
