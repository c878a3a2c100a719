import type { App } from '@supabase/lite';

import type { Language } from '@isola/supabase/shared/languages';
import { currentMailContext } from './mail-context.ts';
import type { LinkPurpose } from '../auth/link-purpose.ts';
import type { MailLinks } from '../auth/mail-links.ts';
import { knownLanguage, type MailKind, mailText } from './mail-texts.ts';
import type { MailSender } from './send-mail.ts';

type LibraryMailer = NonNullable<App['_mailer']>;

export interface Mailer {
  /** Creates a link and a code for a user and mails them. Uses the `MailContext` of the current request. */
  readonly send: (
    purpose: LinkPurpose,
    recipient: { readonly userId: string; readonly email: string; readonly language: unknown },
  ) => Promise<void>;
  /** Mailer for the embedded library, whose own links and codes are not mailed. */
  readonly forLibrary: LibraryMailer;
}

/** Email in which the link of each purpose is sent. */
export const mailKinds = {
  signup: 'confirm',
  recovery: 'reset',
  magiclink: 'magicLink',
  email_change: 'emailChange',
} as const satisfies Record<LinkPurpose, MailKind>;

/**
 * Pages of the site that use the links. They wait until a person presses a button, so that mail scanners use nothing
 * up.
 */
const pages = {
  signup: '/auth/confirm',
  recovery: '/auth/reset',
  magiclink: '/auth/confirm',
  email_change: '/auth/confirm',
} as const satisfies Record<LinkPurpose, string>;

/** Returns the URL of the page that uses a link, in the user's language. */
export function mailedLink(origin: string, purpose: LinkPurpose, language: Language, token: string): string {
  const page = language === 'zh' ? pages[purpose] : `/${language}${pages[purpose]}`;
  // The token is in the fragment, which browsers send to no server, so that no log and no `Referer` contains it.
  return `${origin}${page}#${new URLSearchParams({ link: token, type: purpose })}`;
}

/**
 * Creates the mailer that writes the emails of accounts in the user's language.
 * @param languageOf returns the language in a user's metadata by the user's id.
 */
export function createMailer(
  links: MailLinks,
  sender: MailSender,
  languageOf: (userId: string) => Promise<unknown>,
): Mailer {
  const send: Mailer['send'] = async (purpose, { userId, email, language }) => {
    const { origin, challenge } = currentMailContext();
    const { token, code } = await links.issue({ userId, purpose, email, challenge });
    const known = knownLanguage(language);
    const link = mailedLink(origin, purpose, known, token);
    await sender.send({ to: email, ...mailText(mailKinds[purpose], known, link, code) });
  };
  const forPurpose =
    (purpose: LinkPurpose): LibraryMailer['sendConfirmation'] =>
    async (email, _hash, _code, about) => {
      if (!about?.userId) throw new Error('The library passed no user for this email');
      await send(purpose, { userId: about.userId, email, language: await languageOf(about.userId) });
    };
  // The routes never have the library send these emails.
  const refuse = () => Promise.reject(new Error('The library must not send this email'));
  return {
    send,
    forLibrary: {
      sendConfirmation: forPurpose('signup'),
      sendEmailChange: forPurpose('email_change'),
      sendRecovery: refuse,
      sendMagicLink: refuse,
      sendReauthentication: refuse,
    },
  };
}
