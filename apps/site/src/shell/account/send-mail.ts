import type { AuthClient, LinkPurpose } from '@isola/auth';
import type { Locale } from '@isola/i18n';

import { mailTarget } from './mail-target.ts';

/** Purpose of a requested email. */
export type MailPurpose = Exclude<LinkPurpose, 'email_change'>;

/** Asks the server to send an email that confirms an address, sets a new password or signs in. */
export function sendMail(client: AuthClient, purpose: MailPurpose, email: string, locale: Locale): Promise<void> {
  switch (purpose) {
    case 'signup':
      return client.resendConfirmation({ email, redirectTo: mailTarget('authConfirm', locale) });
    case 'recovery':
      return client.requestPasswordReset({ email, redirectTo: mailTarget('authReset', locale) });
    case 'magiclink':
      return client.sendMagicLink({ email, redirectTo: mailTarget('authConfirm', locale) });
    default:
      return purpose satisfies never;
  }
}
