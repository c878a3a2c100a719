import type { ParseKeys } from 'i18next';

import type { Failure } from './read-failure.ts';

/** A text of the bundle `messages`. */
export interface Text {
  readonly key: ParseKeys<'messages'>;
  readonly count?: number;
}

/** What one can do about a failure, in our own words: the server's are shown beside them. */
export interface Hint {
  readonly title: Text;
  readonly texts: readonly Text[];
}

const known = {
  'session-missing': 'session.missing',
  'invalid-credentials': 'credentials.invalid',
  'email-not-confirmed': 'email.unconfirmed',
  'same-password': 'password.same',
  'password-required': 'password.required',
  'password-wrong': 'password.wrong',
  'email-taken': 'email.taken',
  'last-super-admin': 'superAdmin.last',
  'too-many-requests': 'requests.tooMany',
  'link-expired': 'link.expired',
  'wrong-browser': 'link.elsewhere',
  'signup-disabled': 'signUp.closed',
  'invalid-email': 'email.invalid',
  network: 'server.unreachable',
  unavailable: 'server.unreachable',
} as const satisfies Partial<Record<Failure['code'], string>>;

/** @returns undefined where we know no more than the server says. */
export function hintOf(failure: Failure): Hint | undefined {
  if (failure.code === 'weak-password') {
    return {
      title: { key: 'password.weak.title' },
      texts: failure.reasons.flatMap((each) => reasonText(each, failure)),
    };
  }
  if (!(failure.code in known)) return undefined;
  const stem = known[failure.code as keyof typeof known];
  return { title: { key: `${stem}.title` }, texts: [{ key: `${stem}.text` }] };
}

function reasonText(reason: string, { serverMessage }: Failure): Text[] {
  switch (reason) {
    case 'length': {
      // How many it wants, the server alone knows: it says so in its sentence.
      const count = Number(/\d+/.exec(serverMessage)?.[0]);
      return count > 0 ? [{ key: 'password.weak.length', count }] : [];
    }
    case 'characters':
      return [{ key: 'password.weak.characters' }];
    case 'pwned':
      return [{ key: 'password.weak.known' }];
    default:
      return [];
  }
}
