/** Values in the URL fragment of a mailed link. Browsers send no fragment to servers. */
export interface MailLinkFragment {
  readonly token: string;
  readonly purpose: 'signup' | 'recovery' | 'magiclink' | 'email_change';
}

const purposes: readonly MailLinkFragment['purpose'][] = ['signup', 'recovery', 'magiclink', 'email_change'];
/**
 * Parameters whose presence clears the fragment. Except for `link` they are those that an auth service writes. They may
 * contain another person's session, so they are never read.
 */
const ignored = ['access_token', 'refresh_token', 'provider_token', 'error_code', 'link'];

let taken: MailLinkFragment | null = null;
const listeners = new Set<() => void>();

/**
 * Takes the values of a mailed link from the URL and removes its fragment, including a session, before another script
 * can read it. Must be called once, before anything else.
 */
export function watchMailLinks(): void {
  take();
  addEventListener('hashchange', take);
}

export function subscribeMailLink(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the mailed link with which this page was opened; null without one or after `forgetMailLink`. */
export function getMailLink(): MailLinkFragment | null {
  return taken;
}

/** Forgets the link, after it was used. */
export function forgetMailLink(): void {
  taken = null;
  for (const listener of listeners) listener();
}

/**
 * Parses the fragment of a mailed link.
 * @param hash fragment, with or without its `#`.
 * @returns null for any other fragment.
 */
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
