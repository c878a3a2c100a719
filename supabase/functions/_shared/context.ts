import type { Language } from './languages.ts';

/**
 * Services that a function gets from the place where it runs: a hosted project under Deno (`serve-function.ts`), the site's own
 * server, or a test. A new context is created for each request.
 */
export interface FunctionContext {
  /** The caller's address as the platform saw it, never one that the caller wrote. Null when it is not known. */
  readonly ip: string | null;
  /**
   * Country in ISO 3166-1 alpha-2, in capitals: from the platform's header, else from a table of addresses. Null when
   * unknown.
   */
  readonly country: string | null;
  /** Origins whose pages may call: the site's own origin and those that the operator adds. */
  readonly origins: readonly string[];
  /** Counts a call of this caller. @returns the seconds until a call is allowed; 0 when this one is. */
  readonly count: (limit: FunctionLimit) => Promise<number>;
  /** Budget of this caller's address for requests that cost money. */
  readonly allowance: Allowance;
  /**
   * Returns the id of the member whose access token the request carries, checked by the auth service, or null for a
   * visitor.
   * @throws {FunctionError} code `session-invalid` 401 for an invalid token; `unavailable` 503.
   */
  readonly member: () => Promise<string | null>;
  readonly environment: (name: string) => string | undefined;
  /** Stores one row, bypassing row-level security. It does not throw. */
  readonly insert: (table: string, row: Readonly<Record<string, unknown>>) => Promise<InsertOutcome>;
  /**
   * Calls a function of the database as the service.
   * @returns its result, unchecked.
   * @throws {FunctionError} code `unavailable` 503 when the database does not return a result.
   */
  readonly call: (databaseFunction: string, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /**
   * Calls a function of the database as the caller, with the access token of the request.
   * @returns its result, unchecked.
   * @throws {FunctionError} code `unavailable` 503 when the database does not return a result.
   */
  readonly callAsMember: (databaseFunction: string, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Pre-registrations for the API, which a mailed link confirms. Null when this platform sends no emails. */
  readonly preregistrations: Preregistrations | null;
  readonly fetch: FunctionFetch;
  /**
   * Returns all IPv4 and IPv6 addresses of a host from DNS.
   * @returns an empty list for a host that has no address or does not exist.
   * @throws when DNS does not answer.
   */
  readonly resolve: (host: string) => Promise<readonly string[]>;
}

/** Pre-registrations for the API. No method throws. `unavailable` means that the database was not reached or failed. */
export interface Preregistrations {
  /**
   * Stores an address as unconfirmed and emails it a link. `accepted` reveals nothing about the address: a confirmed
   * address gets no email, nor does one that has had too many.
   */
  readonly request: (email: string, language: Language) => Promise<'accepted' | 'unavailable'>;
  /** Uses a link. @param token from the email. */
  readonly confirm: (token: string) => Promise<PreregistrationConfirmation | 'unavailable'>;
}

/**
 * Results of using a link.
 * - `confirmed`: by this link, now.
 * - `already-confirmed`: earlier, by this link or another one of the same address.
 * - `link-expired`: too old, or not a link that was sent.
 */
export const preregistrationConfirmations = ['confirmed', 'already-confirmed', 'link-expired'] as const;

export type PreregistrationConfirmation = (typeof preregistrationConfirmations)[number];

/** Limit of how often one caller may call a function. */
export interface FunctionLimit {
  /** Name of the function. */
  readonly name: string;
  readonly requests: number;
  readonly windowMs: number;
}

/** Limit of how many units one address may take, and all addresses together. */
export interface AllowanceLimit extends FunctionLimit {
  /** Limit of all addresses together. */
  readonly requestsOfAll: number;
  /** Name of another limit with which this one shares `requestsOfAll`. Default: its own name. */
  readonly sharedAs?: string;
}

export interface Allowance {
  /**
   * Takes the given number of events, or as many as are left.
   * @returns the number taken and the number left afterwards; with `taken` 0, the seconds until some are available
   *   again.
   */
  readonly take: (
    limit: AllowanceLimit,
    events: number,
  ) => Promise<{ readonly taken: number; readonly left: number; readonly waitSeconds: number }>;
  readonly giveBack: (limit: AllowanceLimit, events: number) => Promise<void>;
}

/**
 * Result of storing a row.
 * - `stored`: the row was stored.
 * - `duplicate`: a row with the same key existed already and is unchanged.
 * - `refused`: the database does not accept the row (a check, a type, a row it refers to).
 * - `unavailable`: the database was not reached or failed; the result is unknown.
 */
export type InsertOutcome = 'stored' | 'duplicate' | 'refused' | 'unavailable';

/**
 * The platform's `fetch`. If the platform allows it, the connection goes to one of `addresses` and nowhere else, so
 * that a name cannot point elsewhere between the check and the connection. `Host` header and certificate still use the
 * name. On other platforms `addresses` is ignored.
 */
export type FunctionFetch = (url: string | URL, options?: FetchOptions) => Promise<Response>;

export interface FetchOptions extends RequestInit {
  /** Addresses that were checked, in the order in which they are tried. */
  readonly addresses?: readonly string[];
}

export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>;
