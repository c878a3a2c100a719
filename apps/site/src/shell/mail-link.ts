/** Values in the fragment of a mailed link, which no server sees. */
export interface MailLinkFragment {
  readonly token: string;
  readonly purpose: 'signup' | 'recovery' | 'magiclink' | 'email_change';
}

const purposes: readonly MailLinkFragment['purpose'][] = ['signup', 'recovery', 'magiclink', 'email_change'];
/** Parameters that an auth service writes into a fragment. They may be another person's session, so nothing here reads them. */
const ignored = ['access_token', 'refresh_token', 'provider_token', 'error_code', 'link'];

let taken: MailLinkFragment | null = null;
const listeners = new Set<() => void>();

/**
 * Takes a mail's link out of the address, before anything else can read it there, and removes a session from it. To be
 * called once, first.
 */
export function watchMailLinks(): void {
  take();
  addEventListener('hashchange', take);
}

export function subscribeMailLink(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns the link that this page was opened with; null without one, and once it is forgotten. */
export function getMailLink(): MailLinkFragment | null {
  return taken;
}

/** To be called when the link was used. */
export function forgetMailLink(): void {
  taken = null;
  for (const listener of listeners) listener();
}

/** @param hash a fragment, with or without its `#`. @returns null for any that is no mail's link. */
export function readMailLink(hash: string): MailLinkFragment | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const token = fragment.get('link');
  const purpose = purposes.find((each) => each === fragment.get('type'));
  return token && purpose ? { token, purpose } : null;
}

function take(): void {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (!ignored.some((key) => fragment.has(key))) return;
  taken = readMailLink(location.hash) ?? taken;
  history.replaceState(history.state, '', location.pathname + location.search);
  for (const listener of listeners) listener();
}
