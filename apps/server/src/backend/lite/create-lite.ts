import { App, type DefaultAppConfig } from '@supabase/lite';

import type { Database } from '../database/open-database.ts';
import type { Secrets } from '../process/secrets.ts';

export type Lite = App;

/** Rules for passwords. A test checks that they equal those of `supabase/config.toml` for a hosted project. */
export const passwordRules = {
  minimum_password_length: 10,
  // Length and a list of leaked passwords, which the routes check, protect better than required kinds of characters.
  password_requirements: '',
} as const;
const hourSeconds = 3_600;

/** Creates the embedded library, with everything switched off that the product does not use. */
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
        // If both mailboxes are asked, the library accepts the confirmation of the old one alone. With false, it asks
        // the new one, which has to be proven.
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
