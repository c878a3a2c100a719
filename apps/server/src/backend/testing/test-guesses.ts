import { createHash } from 'node:crypto';

import type { TestServer } from './test-server.ts';

export interface Guesses {
  /** Number of answered requests. */
  readonly sent: number;
  /** Number of sessions that a guess opened. */
  readonly sessions: number;
  /** Number of passwords that were compared with the account's. The others were refused earlier. */
  readonly passwordsCompared: number;
  /** Number of answers for each route and status. */
  readonly statuses: Readonly<Record<string, Readonly<Record<number, number>>>>;
}

interface Guess {
  readonly route: string;
  readonly path: string;
  readonly method?: 'GET';
  readonly body?: object;
}

/**
 * Number of concurrent requests. It is lower than the number of passwords that may wait, so that none is refused for
 * that reason.
 */
const parallel = 32;

/**
 * Guesses one account's password, code and link through every route that could open a session. Each guess is made once
 * from each of `addresses` IPv4 addresses, no two of them in the same /24 network. The server must trust one proxy.
 */
export async function guessFromEverywhere(server: TestServer, email: string, addresses: number): Promise<Guesses> {
  const statuses: Record<string, Record<number, number>> = {};
  let sent = 0;
  let sessions = 0;
  let next = 0;
  const guessAll = async () => {
    while (next < addresses) {
      const turn = next;
      next += 1;
      for (const guess of guessesOf(email, turn)) {
        const response = await fetch(`${server.url}/auth/v1/${guess.path}`, {
          method: guess.method ?? 'POST',
          redirect: 'manual',
          headers: {
            apikey: server.publishableKey,
            'content-type': 'application/json',
            'x-forwarded-for': addressAt(turn),
          },
          ...(guess.body && { body: JSON.stringify(guess.body) }),
        });
        const text = (await response.text()) + (response.headers.get('location') ?? '');
        sent += 1;
        if (/access_token|refresh_token/.test(text)) sessions += 1;
        const counts = (statuses[guess.route] ??= {});
        counts[response.status] = (counts[response.status] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, guessAll));
  return { sent, sessions, passwordsCompared: statuses['sign-in']?.[400] ?? 0, statuses };
}

function guessesOf(email: string, turn: number): readonly Guess[] {
  const code = String(turn % 1_000_000).padStart(6, '0');
  const types = ['signup', 'recovery', 'magiclink', 'email', 'email_change'] as const;
  const type = types[turn % types.length];
  const computed = createHash('sha256')
    .update(email + code)
    .digest('hex');
  const password = `Guessed-Harbour-${turn}`;
  return [
    { route: 'sign-in', path: 'token?grant_type=password', body: { email, password } },
    { route: 'code', path: 'verify', body: { type, email, token: code, password } },
    { route: 'token', path: 'verify', body: { type, token_hash: computed, password } },
    { route: 'token as code', path: 'verify', body: { type, email, token: computed, password } },
    { route: 'GET', path: `verify?type=${type}&token=${computed}`, method: 'GET' },
    { route: 'link', path: 'link', body: { token_hash: computed } },
    { route: 'pkce', path: 'token?grant_type=pkce', body: { auth_code: computed, code_verifier: computed } },
  ];
}

/** Returns one address of each /24 network, beginning at 11.0.0.0. */
function addressAt(turn: number): string {
  const network = 11 * 65_536 + turn;
  return `${network >> 16}.${(network >> 8) & 255}.${network & 255}.${1 + (turn % 250)}`;
}
