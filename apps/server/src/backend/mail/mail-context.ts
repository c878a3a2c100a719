import { AsyncLocalStorage } from 'node:async_hooks';

/** Values in the links of the emails that a request sends. */
export interface MailContext {
  /** Origin of the page that a link leads to. */
  readonly origin: string;
  /** S256 challenge of the browser that requests the email, or null when it sends none. */
  readonly challenge: string | null;
}

/** Context of the current request, because the embedded library calls the mailer without it. */
const underWay = new AsyncLocalStorage<MailContext>();

export function withMailContext<T>(context: MailContext, run: () => Promise<T>): Promise<T> {
  return underWay.run(context, run);
}

/** Returns the context of the current request. @throws outside of `withMailContext`. */
export function currentMailContext(): MailContext {
  const context = underWay.getStore();
  if (!context) throw new Error('An email with a link was requested outside of withMailContext');
  return context;
}
