import type { Generated, Kysely } from 'kysely';

import type { LinkPurpose } from './link-purpose.ts';

/** Tables that the routes of `/auth/v1` read and write themselves, in addition to the embedded library. Times are ISO 8601. */
export interface AuthTables {
  'auth.users': {
    id: string;
    email: string | null;
    encrypted_password: string | null;
    email_confirmed_at: string | null;
    email_change: string | null;
    raw_user_meta_data: Readonly<Record<string, unknown>> | null;
    confirmation_token: string | null;
    confirmation_sent_at: string | null;
    recovery_token: string | null;
    recovery_sent_at: string | null;
    email_change_token_new: string | null;
    email_change_sent_at: string | null;
  };
  'auth.sessions': {
    id: string;
    user_id: string;
    created_at: string;
  };
  'auth.refresh_tokens': {
    id: string;
    token: string;
    session_id: string | null;
    revoked: boolean;
    created_at: string;
  };
  'private.mail_links': {
    token_hash: string;
    user_id: string;
    purpose: LinkPurpose;
    email: string;
    code_hash: string | null;
    code_attempts: Generated<number>;
    challenge: string | null;
    created_at: Generated<string>;
    expires_at: string;
  };
  'private.known_networks': {
    user_id: string;
    network_hash: string;
    used_at: string;
  };
}

export type AuthDatabase = Kysely<AuthTables>;
