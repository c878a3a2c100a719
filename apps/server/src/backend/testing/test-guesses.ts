import { createHash } from 'node:crypto';

import type { TestServer } from './test-server.ts';

export interface Guesses {
  /** Requests that were answered. */
  readonly sent: number;
  /** Sessions that a guess opened. */
  readonly sessions: number;
  /** Passwords that were compared with the account's: the others were refused before. */
  readonly passwordsCompared: number;
  /** Statuses of each route, and how often. */
  readonly statuses: Readonly<Record<string, Readonly<Record<number, number>>>>;
}

interface Guess {
  readonly route: string;
  readonly path: string;
  readonly method?: 'GET';
  readonly body?: object;
}

/** Requests under way at once: fewer than passwords may wait to be compared, so that none is refused for that. */
const parallel = 32;

/**
 * Guesses one account's password, code and link once from each of so many IPv4 addresses, no two of them in one network
 * (a /24), through every route that could open a session. The server must trust one proxy.
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

/** One address of each /24 from 11.0.0.0 on. */
function addressAt(turn: number): string {
  const network = 11 * 65_536 + turn;
  return `${network >> 16}.${(network >> 8) & 255}.${network & 255}.${1 + (turn % 250)}`;
}
