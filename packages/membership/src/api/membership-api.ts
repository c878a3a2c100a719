import type { CheckoutStatus, Invoice, Joining, Membership, Payment, Plan, Subscription, UsageDay } from './schemas.ts';

/** Range of rows of a list. */
export interface Part {
  /** Number of rows to skip. */
  readonly offset: number;
  /** Largest number of rows to return, 1…1000. */
  readonly limit: number;
}

/**
 * Port to the backend. Each function rejects with a `MembershipError`, or with the reason of `signal` once that aborts.
 */
export interface MembershipApi {
  /** The caller; null for a visitor. */
  readonly userId: string | null;
  /** Loads the plans that are offered, and the caller's own plan. Visitors may call it as well. */
  readonly plans: (signal: AbortSignal) => Promise<readonly Plan[]>;
  /** Loads the caller's plan with its limits, the running subscription, and the usage. */
  readonly membership: (signal: AbortSignal) => Promise<Membership>;
  /** Loads the images counted on each of the last days, in UTC. Days without images are missing. */
  readonly usage: (days: number, signal: AbortSignal) => Promise<readonly UsageDay[]>;
  /** Loads the caller's invoices and credit notes, newest first. */
  readonly invoices: (part: Part, signal: AbortSignal) => Promise<readonly Invoice[]>;
  /** Loads the caller's payments, newest first. With `statuses`, only payments in one of them. */
  readonly payments: (
    part: Part & { readonly statuses?: readonly Payment['status'][] | undefined },
    signal: AbortSignal,
  ) => Promise<readonly Payment[]>;
  /** Begins a checkout. Calls with the same key begin only one; a new key continues with one that is open. */
  readonly join: (request: { plan: string; currency: string; key: string; returnPath: string }) => Promise<Joining>;
  /** Loads the status of the checkout with this id. Rejects with `missing` when the caller has none. */
  readonly checkoutStatus: (id: string, signal: AbortSignal) => Promise<CheckoutStatus>;
  /** Changes the running subscription: cancels it at the end of its period, resumes it, or changes its plan. */
  readonly change: (request: {
    action: 'cancel' | 'resume' | 'change';
    plan?: string;
    key: string;
  }) => Promise<Subscription>;
  /** @returns the URL of the provider's portal, where the member manages payment methods and invoices. */
  readonly openPortal: (returnPath: string) => Promise<string>;
  /** Loads everything that the server stores about the caller, as JSON. */
  readonly exportData: () => Promise<unknown>;
}
