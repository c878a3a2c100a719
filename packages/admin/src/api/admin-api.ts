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

/** One page of a list, with the cursors of the next and the previous page; null when there is no such page. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: Cursor | null;
  readonly previous: Cursor | null;
}

/** Selects a page: the one after a cursor, the one before a cursor, or, without a cursor, the first page. */
export interface PageRequest {
  readonly after?: Cursor | undefined;
  readonly before?: Cursor | undefined;
  /** Number of rows, 1…200. */
  readonly pageSize: number;
}

/** Filter of a list: values by the names that the database function takes. An absent or empty value does not filter. */
export type Filter = Readonly<Record<string, string | undefined>>;

export type UserSort = 'created' | 'last_sign_in' | 'email';

export interface UsersRequest extends PageRequest {
  /** Beginning of an email or of a username. */
  readonly search: string;
  readonly sort: UserSort;
  readonly descending: boolean;
  readonly filter: Filter;
}

export interface ListRequest extends PageRequest {
  readonly filter: Filter;
}

/** Period of the dashboard, in days. 1 stands for the last 24 hours. */
export type DashboardDays = 1 | 7 | 30 | 90;

/**
 * Port to the backend. The database checks each call against the permissions of the caller. Each function rejects with
 * an {@link AdminError}, or with the reason of `signal` once that aborts.
 */
export interface AdminApi {
  /** The administrator who calls. */
  readonly userId: string;

  dashboard(days: DashboardDays, signal: AbortSignal): Promise<Dashboard>;
  today(signal: AbortSignal): Promise<Today>;
  users(request: UsersRequest, signal: AbortSignal): Promise<Page<User>>;
  /** @returns null when there is no such user. */
  user(id: string, signal: AbortSignal): Promise<UserDetail | null>;
  /**
   * @param from first day, such as `2026-11-01`.
   * @param to last day, which is included.
   */
  revenue(from: string, to: string, signal: AbortSignal): Promise<Revenue>;
  payments(request: ListRequest, signal: AbortSignal): Promise<Page<Payment>>;
  webhooks(request: ListRequest, signal: AbortSignal): Promise<Page<WebhookEvent>>;
  /** @returns null when there is no such event. */
  webhook(id: string, signal: AbortSignal): Promise<WebhookDetail | null>;
  audit(request: ListRequest, signal: AbortSignal): Promise<Page<AuditEntry>>;
  admins(signal: AbortSignal): Promise<readonly Administrator[]>;
  health(signal: AbortSignal): Promise<readonly ProviderHealth[]>;
  plans(signal: AbortSignal): Promise<readonly Plan[]>;
  settings(signal: AbortSignal): Promise<readonly Setting[]>;
  /** Loads the state of the caller's own second factor. */
  secondFactor(signal: AbortSignal): Promise<SecondFactor>;

  /** @param lastDay last day of the plan, in UTC, such as `2026-12-31`. */
  grantPlan(user: string, plan: string, lastDay: string, reason: string): Promise<void>;
  endPlan(user: string, reason: string): Promise<void>;
  /** Disables an account and ends all of its sessions at once. */
  disableUser(user: string, reason: string): Promise<void>;
  enableUser(user: string, reason: string): Promise<void>;
  resendConfirmation(user: string, reason: string): Promise<void>;
  setAdmin(user: string, role: string, permissions: readonly string[], reason: string): Promise<void>;
  removeAdmin(user: string, reason: string): Promise<void>;
  /** Removes the second factor of an administrator who has lost both the app and the recovery codes. */
  resetSecondFactor(user: string, reason: string): Promise<void>;
  /** Allows an administrator to set up a second factor without a mailed code, for one day. */
  releaseSecondFactor(user: string, reason: string): Promise<void>;
  /**
   * Creates a secret for the caller's authenticator app. The factor is set up once `confirmSecondFactor` has accepted a
   * code. Rejects with `mail-required`.
   */
  beginSecondFactor(): Promise<SecondFactorSecret>;
  /**
   * Completes the setup with a first code of the app. Rejects with `wrong-code`, `too-many-attempts`, `not-begun`.
   * @returns ten recovery codes. The server cannot return them again.
   */
  confirmSecondFactor(code: string): Promise<readonly string[]>;
  /**
   * Opens the caller's session with a code of the app or a recovery code. Each code is accepted once.
   * Rejects with `wrong-code`, `too-many-attempts`, `not-enrolled`, `secret-lost`, `session-missing`.
   */
  giveSecondFactor(code: string): Promise<void>;
  /** Removes the caller's own second factor. Rejects with the codes of `giveSecondFactor`. */
  removeSecondFactor(code: string): Promise<void>;
  /** Saves the limits and prices of a plan and whether it is offered. Prices that are missing in `plan` are deleted. */
  savePlan(plan: Plan): Promise<void>;
  saveSetting(key: string, value: unknown): Promise<void>;
  replayWebhook(id: string): Promise<void>;
  /** Sends a test event. Only a development backend accepts it. */
  sendTestWebhook(type: string): Promise<void>;
}
