/** Settings of the embedded backend that an operator can choose. */
export interface BackendSettings {
  /** Absolute path of the folder with the database and the secrets. */
  readonly dataFolder: string;
  /** URL of a PostgreSQL (`postgres://…`), or null for the embedded database. */
  readonly databaseUrl: string | null;
  /**
   * Public origin of the site, which links in emails lead to. Null stands for the address that the server listens on.
   */
  readonly siteOrigin: string | null;
  /** Further origins that a link in an email may lead to. */
  readonly redirectOrigins: readonly string[];
  /** Mail server, or null when emails are caught and can be read on this machine. */
  readonly smtp: SmtpSettings | null;
  /**
   * When caught emails can be read on this machine: always, or only while the site's origin is loopback. A site with a
   * public origin has a proxy in front, whose requests may look like requests of this machine.
   */
  readonly mailbox: 'always' | 'local-site';
  /** Address that the server listens on. */
  readonly host: string;
  /** Number of proxies in front of the server that write `X-Forwarded-For`. With 0, the header is ignored. */
  readonly trustedProxies: number;
  /** Factor applied to every rate limit. */
  readonly rateLimitScale: number;
  /** Secrets of the members' tokens: the first one signs, and all of them verify. Null selects the generated secret. */
  readonly jwtSecrets: readonly string[] | null;
  /** Key of the form `sb_publishable_…`. Null selects the generated key. */
  readonly publishableKey: string | null;
  /** Key of the form `sb_secret_…`. Null selects the generated key. */
  readonly secretKey: string | null;
}

export interface BackendTimeouts {
  /** Time that the backend may take for a request. After it, the request is answered with 503. */
  readonly requestMs: number;
  /** Time that the backend's thread may be unresponsive. After it, the thread is ended and started again. */
  readonly unresponsiveMs: number;
  /** Time that the backend may take to start. */
  readonly startMs: number;
}

/** Settings that are known once the server listens. */
export interface StartSettings extends BackendSettings {
  readonly siteOrigin: string;
  /** Folder of migrations, for tests. Defaults to the migrations of the product. */
  readonly migrationsFolder?: string;
  /** Step of the times at which the routes of accounts answer, for tests. Defaults to the step of the product. */
  readonly answerStepMs?: number;
  /** Time limits, for tests. Each is a multiple of one second. The defaults are those of the product. */
  readonly timeouts?: Partial<BackendTimeouts>;
}

export interface SmtpSettings {
  /** URL of the mail server: `smtp://user:password@host:port` or `smtps://…`. */
  readonly url: string;
  /** Sender: `Name <address>` or only an address. */
  readonly from: string;
}
