/** A caller of the server. */
interface Caller {
  /** URL of the server without a trailing slash. */
  readonly url: string;
  readonly publishableKey: string;
  /** Address that a proxy in front of the server would write. Without it, the server sees this machine. */
  readonly address?: string;
}

/**
 * Posts JSON.
 * @returns the body of the answer, or null when the server did not acknowledge the request.
 * @throws when a rate limit refuses the request, because a soak whose writes are refused tests nothing.
 */
export async function post(
  { url, publishableKey, address }: Caller,
  path: string,
  body: object,
): Promise<Record<string, string> | null> {
  let status = 0;
  try {
    const headers = {
      apikey: publishableKey,
      'content-type': 'application/json',
      ...(address !== undefined && { 'x-forwarded-for': address }),
    };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    ({ status } = answer);
    const text = await answer.text();
    if (answer.ok) return (text ? JSON.parse(text) : {}) as Record<string, string>;
  } catch {
    // The server was killed before the whole answer had arrived.
  }
  if (status === 429) throw new Error(`A rate limit refused ${path}`);
  return null;
}

/** Returns the code in the caught email to an address. It is empty when there is none, or the server is gone. */
export async function codeFor({ url }: Pick<Caller, 'url'>, email: string): Promise<string> {
  try {
    const mails = (await (await fetch(`${url}/_local/mailbox.json`)).json()) as { to: string; text: string }[];
    return /^\d{6}$/m.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
  } catch {
    return '';
  }
}
