import type {
  Administrator,
  AuditEntry,
  Cursor,
  Dashboard,
  Payment,
  Plan,
  ProviderHealth,
  Revenue,
  SecondFactor,
  SecondFactorSecret,
  Setting,
  Today,
  User,
  UserDetail,
  WebhookDetail,
  WebhookEvent,
} from './schemas.ts';

/** One page of a list, and the cursors of those beside it; null where there is none. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: Cursor | null;
  readonly previous: Cursor | null;
}

/** Which page: the first one, the one after a cursor, or the one before. */
export interface PageRequest {
  readonly after?: Cursor | undefined;
  readonly before?: Cursor | undefined;
  /** 1…200. */
  readonly pageSize: number;
}

/** What narrows a list. Absent or empty: not by this. */
export type Filter = Readonly<Record<string, string | undefined>>;

export type UserSort = 'created' | 'last_sign_in' | 'email';

export interface UsersRequest extends PageRequest {
  /** The beginning of an email or of a username. */
  readonly search: string;
  readonly sort: UserSort;
  readonly descending: boolean;
  readonly filter: Filter;
}

export interface ListRequest extends PageRequest {
  readonly filter: Filter;
}

/** The last 24 hours, or so many days. */
export type DashboardDays = 1 | 7 | 30 | 90;

/**
 * What the pages ask of the backend. The database checks every call by the caller's own permissions.
 * Each rejects with an {@link AdminError}, or as `signal` says once it aborts.
 */
export interface AdminApi {
  dashboard(days: DashboardDays, signal: AbortSignal): Promise<Dashboard>;
  today(signal: AbortSignal): Promise<Today>;
  users(request: UsersRequest, signal: AbortSignal): Promise<Page<User>>;
  /** @returns null for a user that there is not. */
  user(id: string, signal: AbortSignal): Promise<UserDetail | null>;
  /** @param from and `to` are days, `2026-11-01`, both included. */
  revenue(from: string, to: string, signal: AbortSignal): Promise<Revenue>;
  payments(request: ListRequest, signal: AbortSignal): Promise<Page<Payment>>;
  webhooks(request: ListRequest, signal: AbortSignal): Promise<Page<WebhookEvent>>;
  webhook(id: string, signal: AbortSignal): Promise<WebhookDetail | null>;
  audit(request: ListRequest, signal: AbortSignal): Promise<Page<AuditEntry>>;
  admins(signal: AbortSignal): Promise<readonly Administrator[]>;
  health(signal: AbortSignal): Promise<readonly ProviderHealth[]>;
  plans(signal: AbortSignal): Promise<readonly Plan[]>;
  settings(signal: AbortSignal): Promise<readonly Setting[]>;
  /** The caller's own. */
  secondFactor(signal: AbortSignal): Promise<SecondFactor>;

  /** @param until the day on which it ends, `2026-12-31`. */
  grantPlan(user: string, plan: string, until: string, reason: string): Promise<void>;
  endPlan(user: string, reason: string): Promise<void>;
  /** Ends every session of the account at once. */
  disableUser(user: string, reason: string): Promise<void>;
  enableUser(user: string, reason: string): Promise<void>;
  resendConfirmation(user: string, reason: string): Promise<void>;
  setAdmin(user: string, role: string, permissions: readonly string[], reason: string): Promise<void>;
  removeAdmin(user: string, reason: string): Promise<void>;
  /** Takes the second factor from an administrator who has lost it and the recovery codes. */
  resetSecondFactor(user: string, reason: string): Promise<void>;
  /** Lets an administrator set up a second factor within a day without a mailed code. */
  releaseSecondFactor(user: string, reason: string): Promise<void>;
  /** Makes a secret for the caller's authenticator app, which counts once `confirmSecondFactor` has seen a code of it. Rejects with `mail-required`. */
  beginSecondFactor(): Promise<SecondFactorSecret>;
  /** @returns ten recovery codes, which the server shows this once. Rejects with `wrong-code`, `too-many-attempts`, `not-begun`. */
  confirmSecondFactor(code: string): Promise<readonly string[]>;
  /**
   * Opens this session of the caller with a code of the app or a recovery code, each once.
   * Rejects with `wrong-code`, `too-many-attempts`, `not-enrolled`, `secret-lost`, `session-missing`.
   */
  giveSecondFactor(code: string): Promise<void>;
  /** Takes the caller's own away. Rejects as `giveSecondFactor` does. */
  removeSecondFactor(code: string): Promise<void>;
  /** Saves limits, offer and prices; a price that the plan has no longer is removed. */
  savePlan(plan: Plan): Promise<void>;
  saveSetting(key: string, value: unknown): Promise<void>;
  replayWebhook(id: string): Promise<void>;
  /** Only where the backend runs for development. */
  sendTestWebhook(type: string): Promise<void>;
}
