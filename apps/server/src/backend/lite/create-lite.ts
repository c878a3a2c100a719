import { App, type DefaultAppConfig } from '@supabase/lite';

import type { Database } from '../database/open-database.ts';
import type { Secrets } from '../process/secrets.ts';

export type Lite = App;

/** Rules for passwords, equal to those of `supabase/config.toml` for a hosted project; a test compares them. */
export const passwordRules = {
  minimum_password_length: 10,
  // Length and a list of leaked passwords say more than kinds of characters; the routes look the list up.
  password_requirements: '',
} as const;
const hourSeconds = 3_600;

/** The embedded library with all that would reach further than the product switched off. */
export function createLite(
  { connection }: Database,
  secrets: Secrets,
  siteOrigin: string,
  redirectOrigins: readonly string[],
): Lite {
  return new App<DefaultAppConfig>({
    connection,
    api: { schemas: ['public'], max_rows: 1_000, plan_enabled: false },
    auth: {
      enabled: true,
      enable_signup: true,
      jwt_secret: secrets.jwtSecret,
      jwt_expiry: hourSeconds,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: siteOrigin,
      additional_redirect_urls: redirectOrigins.flatMap((origin) => [origin, `${origin}/**`]),
      enable_refresh_token_rotation: true,
      enable_anonymous_sign_ins: false,
      ...passwordRules,
      email: {
        enable_signup: true,
        enable_confirmations: true,
        otp_length: 6,
        otp_expiry: hourSeconds,
        // With both mailboxes asked, the library believes the old one alone; so it asks the new one, which must be proven.
        double_confirm_changes: false,
      },
    },
    storage: { enabled: false },
    studio: { enabled: false },
    analytics: { enabled: false },
    realtime: { enabled: false },
    options: { server: { admin: false, disableStudio: true } },
  });
}
