import type { CheckoutStatus, Invoice, Joining, Membership, Payment, Plan, Subscription, UsageDay } from './schemas.ts';

/** Which rows of a list: so many, after so many. At most 1000 at a time. */
export interface Part {
  readonly offset: number;
  readonly limit: number;
}

/** The port to the backend. Every function rejects with a `MembershipError`, or with the signal's reason. */
export interface MembershipApi {
  /** The plans that are offered, and the caller's own. Visitors may ask too. */
  readonly plans: (signal: AbortSignal) => Promise<readonly Plan[]>;
  readonly membership: (signal: AbortSignal) => Promise<Membership>;
  /** What was counted in the last days of UTC; days without anything are left out. */
  readonly usage: (days: number, signal: AbortSignal) => Promise<readonly UsageDay[]>;
  /** The newest first. */
  readonly invoices: (part: Part, signal: AbortSignal) => Promise<readonly Invoice[]>;
  /** The newest first; with `statuses`, those alone. */
  readonly payments: (
    part: Part & { readonly statuses?: readonly Payment['status'][] | undefined },
    signal: AbortSignal,
  ) => Promise<readonly Payment[]>;
  /** Begins a checkout. The same key begins one checkout, however often it is sent. */
  readonly join: (request: { plan: string; currency: string; key: string; returnPath: string }) => Promise<Joining>;
  /** How the checkout stands that was begun with this key. */
  readonly checkoutStatus: (key: string, signal: AbortSignal) => Promise<CheckoutStatus>;
  /** Changes the running subscription: it shall end with its period, go on, or be another plan. */
  readonly change: (request: {
    action: 'cancel' | 'resume' | 'change';
    plan?: string;
    key: string;
  }) => Promise<Subscription>;
  /** @returns the address of the provider's own page, where cards and invoices are managed. */
  readonly openPortal: (returnPath: string) => Promise<string>;
  /** Everything that the server stores about the caller, as JSON. */
  readonly exportData: () => Promise<unknown>;
}
