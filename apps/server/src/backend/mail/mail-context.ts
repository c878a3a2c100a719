import { AsyncLocalStorage } from 'node:async_hooks';

/** Values in the links of the emails that a request sends. */
export interface MailContext {
  /** Origin of the page that a link leads to. */
  readonly origin: string;
  /** S256 of the verifier of the browser that asks. */
  readonly challenge: string | null;
}

/** The embedded library calls the mailer without the request that it answers. */
const underWay = new AsyncLocalStorage<MailContext>();

export function withMailContext<T>(context: MailContext, run: () => Promise<T>): Promise<T> {
  return underWay.run(context, run);
}

/** @throws outside of `withMailContext`. */
export function currentMailContext(): MailContext {
  const context = underWay.getStore();
  if (!context) throw new Error('A mail was asked for outside of a request');
  return context;
}
