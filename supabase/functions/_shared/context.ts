import type { Language } from './languages.ts';

/**
 * Services that a function gets from the place where it runs: a hosted project under Deno (`serve-function.ts`), the site's own
 * server, or a test. A new context is created for each request.
 */
export interface FunctionContext {
  /** The caller's own address, as the platform saw it; never one that the caller wrote. Null when it is not known. */
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2, in capitals: from the platform's header, else from a table of addresses; null if unknown. */
  readonly country: string | null;
  /** The site's own origin, and those that the operator names beside it: their pages may call. */
  readonly origins: readonly string[];
  /** Counts a call of this caller. @returns in how many seconds it is allowed; 0 for now. */
  readonly count: (limit: FunctionLimit) => Promise<number>;
  /** Budget of this caller's address for requests that cost money. */
  readonly allowance: Allowance;
  /**
   * Whose access token the request carries, as the auth service says; null for a visitor.
   * @throws {FunctionError} code `session-invalid` 401 for a token that does not hold; `unavailable` 503.
   */
  readonly member: () => Promise<string | null>;
  readonly environment: (name: string) => string | undefined;
  /** Stores one row past row-level security. It does not throw. */
  readonly insert: (table: string, row: Readonly<Record<string, unknown>>) => Promise<InsertOutcome>;
  /**
   * Calls a function of the database as the service.
   * @returns its answer, unchecked.
   * @throws {FunctionError} code `unavailable` 503 when there is no such answer.
   */
  readonly call: (databaseFunction: string, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /**
   * Calls a function of the database as the caller, with the access token of the request.
   * @returns its answer, unchecked.
   * @throws {FunctionError} code `unavailable` 503 when there is no such answer.
   */
  readonly callAsMember: (databaseFunction: string, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** The pre-registrations for the API, which are confirmed by a mailed link; null where this place sends no mails. */
  readonly preregistrations: Preregistrations | null;
  readonly fetch: FunctionFetch;
  /**
   * Every address of a host, IPv4 and IPv6, as DNS has them.
   * @returns an empty list for a host that has none, or that does not exist.
   * @throws when DNS does not answer.
   */
  readonly resolve: (host: string) => Promise<readonly string[]>;
}

/** Neither throws. `unavailable`: the database was not reached, or could not. */
export interface Preregistrations {
  /**
   * Stores an address as unconfirmed and mails it a link. `accepted` says nothing of the address: one that is confirmed gets
   * no mail, nor does one that had too many.
   */
  readonly request: (email: string, language: Language) => Promise<'accepted' | 'unavailable'>;
  /** Uses a link. @param token as the mail has it. */
  readonly confirm: (token: string) => Promise<PreregistrationConfirmation | 'unavailable'>;
}

/**
 * - `confirmed`: by this link, now.
 * - `already-confirmed`: by this link or another of the same address, earlier.
 * - `link-expired`: too old, or no link that was mailed.
 */
export const preregistrationConfirmations = ['confirmed', 'already-confirmed', 'link-expired'] as const;

export type PreregistrationConfirmation = (typeof preregistrationConfirmations)[number];

/** How often one caller may call a function. */
export interface FunctionLimit {
  /** Name of the function. */
  readonly name: string;
  readonly requests: number;
  readonly windowMs: number;
}

/** How much of something one address may have, and all addresses together. */
export interface AllowanceLimit extends FunctionLimit {
  /** Limit of all addresses together. */
  readonly requestsOfAll: number;
  /** The limit whose number of all counts for this one as well; its own name unless it is said. */
  readonly sharedAs?: string;
}

export interface Allowance {
  /**
   * Takes so many, or as many as are left.
   * @returns how many were taken, and how many are left then; with `taken` 0, in how many seconds there are some again.
   */
  readonly take: (
    limit: AllowanceLimit,
    events: number,
  ) => Promise<{ readonly taken: number; readonly left: number; readonly waitSeconds: number }>;
  readonly giveBack: (limit: AllowanceLimit, events: number) => Promise<void>;
}

/**
 * - `stored`: the row is there now.
 * - `duplicate`: one like it was there already, and it stays as it was.
 * - `refused`: the database does not accept it (a check, a type, a row it refers to).
 * - `unavailable`: nothing is known: the database was not reached, or could not.
 */
export type InsertOutcome = 'stored' | 'duplicate' | 'refused' | 'unavailable';

/**
 * The platform's `fetch`. Where the platform allows it, the connection goes to one of `addresses` and to nothing else,
 * so that a name cannot point elsewhere between the check and the connection; the name still stands in the `Host` header
 * and in the certificate. Where it does not, `addresses` is ignored.
 */
export type FunctionFetch = (url: string | URL, options?: FetchOptions) => Promise<Response>;

export interface FetchOptions extends RequestInit {
  /** Addresses that were checked, in the order in which to try them. */
  readonly addresses?: readonly string[];
}

export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>;
