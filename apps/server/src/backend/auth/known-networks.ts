import { createHmac } from 'node:crypto';

import { clientPrefixBits, networkOf } from '@isola/supabase/shared/ip-address';
import type { AuthDatabase } from './auth-tables.ts';

const dayMs = 86_400_000;
const keptDays = 180;
const maxPerUser = 20;

/**
 * Networks from which each account has signed in. The budget of wrong passwords that guessers in other networks use up
 * does not apply there, so that it cannot lock the owner out.
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies. The network replaces the
 *   cookie, because the API sets no cookies.
 */
export interface KnownNetworks {
  /** @param address null when it is unknown. The result is then false. */
  readonly has: (userId: string, address: string | null) => Promise<boolean>;
  readonly add: (userId: string, address: string | null) => Promise<void>;
}

/** @param secret key of the hashes. The IPv4 address of a plain hash could be guessed. */
export function createKnownNetworks(database: AuthDatabase, secret: string): KnownNetworks {
  const hash = (userId: string, address: string) =>
    createHmac('sha256', secret)
      .update(`network\0${userId}\0${networkOf(address, clientPrefixBits)}`)
      .digest('base64url');
  const since = () => new Date(Date.now() - keptDays * dayMs).toISOString();

  return {
    has: async (userId, address) => {
      if (address === null) return false;
      const found = await database
        .selectFrom('private.known_networks')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('network_hash', '=', hash(userId, address))
        .where('used_at', '>', since())
        .executeTakeFirst();
      return found !== undefined;
    },
    add: async (userId, address) => {
      if (address === null) return;
      const used_at = new Date().toISOString();
      await database
        .insertInto('private.known_networks')
        .values({ user_id: userId, network_hash: hash(userId, address), used_at })
        .onConflict((conflict) => conflict.columns(['user_id', 'network_hash']).doUpdateSet({ used_at }))
        .execute();
      await database.deleteFrom('private.known_networks').where('used_at', '<=', since()).execute();
      const oldest = await database
        .selectFrom('private.known_networks')
        .select('network_hash')
        .where('user_id', '=', userId)
        .orderBy('used_at', 'desc')
        .offset(maxPerUser)
        .execute();
      if (oldest.length === 0) return;
      await database
        .deleteFrom('private.known_networks')
        .where('user_id', '=', userId)
        .where(
          'network_hash',
          'in',
          oldest.map(({ network_hash }) => network_hash),
        )
        .execute();
    },
  };
}
