import type { App } from '@supabase/lite';

import { type MailKind, mailText } from './mail-texts.ts';
import type { Redirects } from './redirects.ts';
import type { MailSender } from './send-mail.ts';

export type Mailer = NonNullable<App['_mailer']>;

/** The words by which a link says what it verifies. */
const verifyTypes = {
  confirm: 'signup',
  reset: 'recovery',
  magicLink: 'magiclink',
  emailChange: 'email_change',
} as const satisfies Record<MailKind, string>;

/**
 * Writes the account's mails in the member's language; their links lead where the request under way asked for.
 * @param languageOf of the member with this id.
 */
export function createMailer(
  siteOrigin: string,
  redirects: Redirects,
  sender: MailSender,
  languageOf: (userId: string) => Promise<unknown>,
): Mailer {
  const write =
    (kind: MailKind): Mailer['sendConfirmation'] =>
    async (to, token, code, about) => {
      const link = new URL('/auth/v1/verify', siteOrigin);
      link.searchParams.set('token', token);
      link.searchParams.set('type', verifyTypes[kind]);
      link.searchParams.set('redirect_to', redirects.current());
      const language = about?.userId ? await languageOf(about.userId) : null;
      await sender.send({ to, ...mailText(kind, language, link.href, code) });
    };
  return {
    sendConfirmation: write('confirm'),
    sendRecovery: write('reset'),
    sendMagicLink: write('magicLink'),
    sendEmailChange: write('emailChange'),
    // Nothing in the product asks for it, and the route is closed.
    sendReauthentication: () => Promise.reject(new Error('Reauthentication is not offered')),
  };
}
