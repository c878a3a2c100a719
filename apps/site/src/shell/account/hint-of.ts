import type { ParseKeys } from 'i18next';

import type { Failure } from './read-failure.ts';

/** A text of the bundle `messages`. */
export interface Text {
  readonly key: ParseKeys<'messages'>;
  readonly count?: number;
}

/** What happened and what one can do about it, in the visitor's language. */
export interface Hint {
  readonly title: Text;
  readonly texts: readonly Text[];
  /** What stands beneath a field, and in the toast under its own title. */
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

/** @returns undefined for what the server refuses without a known code: its own sentence is all there is. */
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
      // How many characters the server wants, only its sentence says.
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
