/** Settings of the embedded backend that an operator can choose. */
export interface BackendSettings {
  /** Absolute path of the folder with the database and the secrets. */
  readonly dataFolder: string;
  /** `postgres://…`; null for the embedded database. */
  readonly databaseUrl: string | null;
  /** The site's public origin, which links in mails lead to; null where it is the address that the server listens on. */
  readonly siteOrigin: string | null;
  /** Further origins that a link in a mail may lead to. */
  readonly redirectOrigins: readonly string[];
  /** Null: mails are caught and can be read on this machine. */
  readonly smtp: SmtpSettings | null;
  /**
   * When the mails that are caught can be read on this machine: always, or only while the site's origin is this machine's
   * own. A site with a public origin has a proxy in front, whose requests may look like this machine's.
   */
  readonly mailbox: 'always' | 'local-site';
  /** The address that the server listens on. */
  readonly host: string;
  /** How many proxies stand in front and write `X-Forwarded-For`; with 0 the header means nothing. */
  readonly trustedProxies: number;
  /** Every rate limit is multiplied by it. */
  readonly rateLimitScale: number;
  /** The first signs the members' tokens, and all of them verify; null where the generated one is used. */
  readonly jwtSecrets: readonly string[] | null;
  /** `sb_publishable_…`; null where the generated one is used. */
  readonly publishableKey: string | null;
  /** `sb_secret_…`; null where the generated one is used. */
  readonly secretKey: string | null;
}

export interface BackendTimeouts {
  /** How long a request may be with the backend before it is answered with 503. */
  readonly requestMs: number;
  /** How long the backend's thread may be busy with one thing before it is ended and started again. */
  readonly unresponsiveMs: number;
  /** How long the backend may take to start. */
  readonly startMs: number;
}

/** Settings that are known once the server listens. */
export interface StartSettings extends BackendSettings {
  readonly siteOrigin: string;
  /** Folder of migrations for tests; the product's by default. */
  readonly migrationsFolder?: string;
  /** At whole multiples of which the routes of accounts answer. Another than the product's; for tests. */
  readonly answerStepMs?: number;
  /** In whole seconds. Others than the product's; for tests. */
  readonly timeouts?: Partial<BackendTimeouts>;
}

export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  readonly url: string;
  /** `Name <address>` or an address alone. */
  readonly from: string;
}
