import { randomBytes } from 'node:crypto';

import type { Logger } from '../../create-logger.ts';
import type { Lite } from '../lite/create-lite.ts';
import { type FactorNotice, knownLanguage, type Notice, noticeText } from '../mail/mail-texts.ts';
import type { MailSender } from '../mail/send-mail.ts';
import { sha256 } from './mail-links.ts';

/**
 * Validity of the link that restores the previous email. The database's function `restore_email` has the same limit.
 */
const restoreDays = 7;

export interface OwnerNoticesParts {
  readonly database: Lite['connection']['kysely'];
  readonly sender: MailSender;
  readonly siteOrigin: string;
  readonly logger: Logger;
}

interface Owner {
  readonly email: string;
  readonly language: unknown;
}

/** Emails that inform the owner of an account. */
export interface OwnerNotices {
  /** Emails the owner that the password was changed. */
  readonly notifyPasswordChanged: (account: Owner) => Promise<void>;
  /** Emails the owner that somebody tried to register with their address. */
  readonly notifyAlreadyRegistered: (account: Owner) => Promise<void>;
  /** Emails the owner that the account was deleted. */
  readonly notifyAccountDeleted: (account: Owner) => Promise<void>;
  /** Sends the link that restores an email to each previous email that has not received one. */
  readonly mailEmailChanges: () => Promise<void>;
  /** Emails administrators about changes of their second factor that they have not been told about. */
  readonly mailFactorChanges: () => Promise<void>;
}

const factorNotices: Readonly<Record<string, FactorNotice>> = {
  enrolled: 'factorEnrolled',
  removed: 'factorRemoved',
  reset: 'factorReset',
  'recovery-code-used': 'recoveryCodeUsed',
};

export function createOwnerNotices({ database, sender, siteOrigin, logger }: OwnerNoticesParts): OwnerNotices {
  const notify = async (email: string, language: unknown, notice: Notice) => {
    await sender.send({ to: email, ...noticeText(notice, language) });
    logger.info({ notice: notice.kind }, 'backend: a notice was sent');
  };
  const page = (language: unknown, path: string) => {
    const known = knownLanguage(language);
    return siteOrigin + (known === 'zh' ? path : `/${known}${path}`);
  };

  return {
    notifyPasswordChanged: ({ email, language }) =>
      notify(email, language, { kind: 'passwordChanged', link: page(language, '/auth/forgot') }),

    notifyAlreadyRegistered: ({ email, language }) =>
      notify(email, language, { kind: 'alreadyRegistered', link: page(language, '/auth') }),

    notifyAccountDeleted: ({ email, language }) => notify(email, language, { kind: 'accountDeleted' }),

    mailEmailChanges: async () => {
      const changes = await database
        .selectFrom('private.email_changes as change')
        .innerJoin('auth.users as user', 'user.id', 'change.user_id')
        .select(['change.id', 'change.old_email', 'change.new_email', 'user.raw_user_meta_data'])
        .where('change.token_hash', 'is', null)
        .execute();
      for (const change of changes) {
        const token = randomBytes(32).toString('base64url');
        const claimed = await database
          .updateTable('private.email_changes')
          .set({ token_hash: sha256(token) })
          .where('id', '=', change.id)
          // Another process may send the same email at the same time.
          .where('token_hash', 'is', null)
          .executeTakeFirst();
        if (Number(claimed.numUpdatedRows) === 0) continue;
        const language = change.raw_user_meta_data?.language;
        const sending = notify(change.old_email, language, {
          kind: 'emailChanged',
          email: change.new_email,
          // The token is in the fragment, which browsers send to no server.
          link: `${page(language, '/auth/restore')}#token=${token}`,
          days: restoreDays,
        });
        await sending.catch(async (error: unknown) => {
          // The next run sends it.
          const unclaimed = database.updateTable('private.email_changes').set({ token_hash: null });
          await unclaimed.where('id', '=', change.id).execute();
          throw error;
        });
      }
    },

    mailFactorChanges: async () => {
      const changes = await database
        .selectFrom('private.second_factor_changes as made')
        .innerJoin('auth.users as user', 'user.id', 'made.user_id')
        .select(['made.id', 'made.change', 'user.email', 'user.raw_user_meta_data'])
        .where('made.mailed_at', 'is', null)
        .orderBy('made.happened_at')
        .execute();
      for (const { id, change, email, raw_user_meta_data: metadata } of changes) {
        const claimed = await database
          .updateTable('private.second_factor_changes')
          .set({ mailed_at: new Date().toISOString() })
          .where('id', '=', id)
          // Another process may send the same email at the same time.
          .where('mailed_at', 'is', null)
          .executeTakeFirst();
        const kind = factorNotices[change];
        if (Number(claimed.numUpdatedRows) === 0 || !email || !kind) continue;
        const language = metadata?.language;
        await notify(email, language, { kind, link: page(language, '/auth/forgot') }).catch(async (error: unknown) => {
          // The next run sends it.
          const unclaimed = database.updateTable('private.second_factor_changes').set({ mailed_at: null });
          await unclaimed.where('id', '=', id).execute();
          throw error;
        });
      }
    },
  };
}
