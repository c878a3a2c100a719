import { setTimeout } from 'node:timers/promises';

import type { Load } from './measure-load.ts';

/** Time after which every person stops, on the clock of `performance.now()`. */
interface Shift {
  readonly load: Load;
  readonly endMs: number;
  /** Returns a random number of 0…1. */
  readonly random: () => number;
}

/** Mean pause between two pages of a visitor, and between two actions of a member, in milliseconds. */
const visitorPauseMs = 2_000;
const memberPauseMs = 3_000;
/** Actions of a member before the next sign-in. */
const actionsPerSignIn = 12;

/**
 * Reads pages with their scripts, styles and fonts until the end. Each person has an own address, which the proxy in
 * front of the server would write.
 * @param files paths of the files that a page loads.
 */
export async function visit({ load, endMs, random }: Shift, address: string, files: readonly string[]): Promise<void> {
  const headers = { 'x-forwarded-for': address, 'accept-encoding': 'gzip' };
  const pages = ['/en/single', '/de', '/ja/faq', '/batch', '/fr/id-photo'];
  while (performance.now() < endMs) {
    const path = pages[Math.floor(random() * pages.length)] ?? '/';
    await load.send({ kind: 'page', path, headers: { ...headers, accept: 'text/html' } });
    const file = files[Math.floor(random() * files.length)] ?? '/icon.svg';
    await load.send({ kind: 'file', path: file, headers });
    await setTimeout(random() * 2 * visitorPauseMs);
  }
}

/** Address, account and key of a member who has already registered. */
export interface Member {
  readonly address: string;
  readonly email: string;
  readonly password: string;
  readonly publishableKey: string;
}

/** Signs in, reads and changes what belongs to the member, and renews the session, until the end. */
export async function beMember({ load, endMs, random }: Shift, member: Member): Promise<void> {
  const { address, email, password, publishableKey } = member;
  const headers = { apikey: publishableKey, 'content-type': 'application/json', 'x-forwarded-for': address };
  // Members do not come in the same second.
  await setTimeout(random() * 10_000);
  while (performance.now() < endMs) {
    const body = JSON.stringify({ email, password });
    const signedIn = await load.send({
      kind: 'sign-in',
      path: '/auth/v1/token?grant_type=password',
      method: 'POST',
      headers,
      body,
    });
    if (signedIn.status !== 200) {
      await setTimeout(random() * 2 * memberPauseMs);
      continue;
    }
    let session = JSON.parse(signedIn.text) as Session;
    for (let action = 0; action < actionsPerSignIn && performance.now() < endMs; action += 1) {
      await setTimeout(random() * 2 * memberPauseMs);
      const own = { ...headers, authorization: `Bearer ${session.access_token}` };
      const profile = `/rest/v1/profiles?id=eq.${session.user.id}`;
      if (action % 4 === 3) {
        const renewed = await load.send({
          kind: 'session renewed',
          path: '/auth/v1/token?grant_type=refresh_token',
          method: 'POST',
          headers,
          body: JSON.stringify({ refresh_token: session.refresh_token }),
        });
        if (renewed.status === 200) session = JSON.parse(renewed.text) as Session;
      } else if (action % 4 === 2) {
        const username = `m${Math.floor(random() * 1e9)}`;
        const change = { kind: 'profile changed', path: profile, method: 'PATCH', headers: own };
        await load.send({ ...change, body: JSON.stringify({ username }) });
      } else {
        await load.send({
          kind: 'table read',
          path: action % 4 === 0 ? profile : '/rest/v1/plans?select=id',
          headers: own,
        });
      }
    }
  }
}

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string };
}
