import { useTranslation } from 'react-i18next';

import { mailTarget } from '#shell/account/mail-target.ts';
import { useAuthAction } from '#shell/account/use-auth-action.ts';
import { useLocale } from '#shell/use-locale.ts';

import { useEnter } from './use-enter.ts';

interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** The action that creates an account. */
export type SigningUp = ReturnType<typeof useSignUp>;

/** Returns the action that creates an account, with a link in the email that leads back to this site. */
export function useSignUp() {
  const { t } = useTranslation('messages');
  const language = useLocale();
  const enter = useEnter();
  return useAuthAction({
    failedTitle: t('signUp.failed.title'),
    act: (client, account: NewAccount) =>
      client.signUp({ ...account, language, redirectTo: mailTarget('authConfirm', language) }),
    onDone: (outcome, client) => (outcome === 'signed-in' ? enter(client, 'new') : undefined),
  });
}
