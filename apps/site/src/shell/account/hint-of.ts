import type { ParseKeys } from 'i18next';

import type { Failure } from './read-failure.ts';

/** Key of a text in the bundle `messages`, with the number to insert. */
export interface Text {
  readonly key: ParseKeys<'messages'>;
  readonly count?: number;
}

/** Explanation of a failure, with advice for the visitor. */
export interface Hint {
  readonly title: Text;
  readonly texts: readonly Text[];
  /** Short explanation, shown below a field and in the toast, which has its own title. */
  readonly brief: readonly Text[];
}

const known = {
  'session-missing': 'session.missing',
  'invalid-credentials': 'credentials.invalid',
  'email-not-confirmed': 'email.unconfirmed',
  'same-password': 'password.same',
  'password-too-long': 'password.long',
  'password-required': 'password.required',
  'password-wrong': 'password.wrong',
  'email-taken': 'email.taken',
  'last-super-admin': 'superAdmin.last',
  'charges-kept': 'charges.kept',
  'just-paid': 'charges.paid',
  'too-many-requests': 'requests.tooMany',
  'link-expired': 'link.expired',
  'wrong-browser': 'link.elsewhere',
  'signup-disabled': 'signUp.closed',
  'invalid-email': 'email.invalid',
  'invalid-input': 'input.invalid',
  'account-disabled': 'account.disabled',
  'not-allowed': 'account.notAllowed',
  'not-offered': 'account.notOffered',
  network: 'server.unreachable',
  unavailable: 'server.unreachable',
} as const satisfies Record<Exclude<Failure['code'], 'weak-password' | 'refused'>, string>;

/** Explains a failure. @returns undefined for an unknown code, which only the server's message explains. */
export function hintOf(failure: Failure): Hint | undefined {
  if (failure.code === 'weak-password') {
    const title = { key: 'password.weak.title' } as const;
    const texts = failure.reasons.flatMap((each) => reasonText(each, failure));
    return { title, texts, brief: texts.length > 0 ? texts : [title] };
  }
  if (!isKnown(failure.code)) return undefined;
  const stem = known[failure.code];
  const title = { key: `${stem}.title` } as const;
  return { title, texts: [{ key: `${stem}.text` }], brief: [title] };
}

function isKnown(code: Failure['code']): code is keyof typeof known {
  return code in known;
}

function reasonText(reason: string, { serverMessage }: Failure): Text[] {
  switch (reason) {
    case 'length': {
      // The number of required characters is only in the server's message.
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
