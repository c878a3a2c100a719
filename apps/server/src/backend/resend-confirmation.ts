import { createHash, randomInt } from 'node:crypto';

import type { Mailer } from './create-mailer.ts';
import type { Lite } from './create-lite.ts';

/**
 * Sends a confirmation once more, with a new link and code; the library never does. It does nothing for an address that
 * nobody has, or whose account is confirmed.
 */
export async function resendConfirmation({ connection }: Lite, mailer: Mailer, email: string): Promise<void> {
  const address = email.trim().toLowerCase();
  const { kysely } = connection;
  const user = await kysely
    .selectFrom('auth.users')
    .select(['id'])
    .where('email', '=', address)
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirst();
  if (!user) return;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  // As the library makes it, so that it finds the account by link and by address with code.
  const token = createHash('sha256').update(`${address}${code}`).digest('hex');
  await kysely
    .updateTable('auth.users')
    .set({ confirmation_token: token, confirmation_sent_at: new Date().toISOString() })
    .where('id', '=', user.id)
    .execute();
  await mailer.sendConfirmation(address, token, code, { userId: user.id });
}
