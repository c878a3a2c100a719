/** The codes that have words of their own, as `failed.<code>` of the bundle `membership`. */
const worded = [
  'network',
  'signed-out',
  'forbidden',
  'already-subscribed',
  'already-cancelled',
  'not-cancelled',
  'not-subscribed',
  'not-offered',
  'not-changeable',
  'no-provider',
  'no-portal',
  'provider-unavailable',
  'provider-refused',
  'email-unconfirmed',
  'too-many-requests',
  'account-disabled',
  'missing',
  'invalid',
] as const;

export type WordedCode = (typeof worded)[number];

/** Codes of the server that mean the same to a member. */
const sameAs: Readonly<Record<string, WordedCode>> = {
  busy: 'network',
  unavailable: 'network',
  'session-required': 'signed-out',
  'session-invalid': 'signed-out',
  'not-configured': 'no-provider',
  'already-requested': 'invalid',
  'body-too-large': 'invalid',
  'method-not-allowed': 'invalid',
  'origin-refused': 'invalid',
};

/**
 * @param code of a `MembershipError`.
 * @returns the code whose words say it; undefined where the server's own sentence is all there is.
 */
export function wordedCode(code: string): WordedCode | undefined {
  // `plan-invalid` and the like: this page and the server are of different versions.
  return worded.find((each) => each === code) ?? sameAs[code] ?? (code.endsWith('-invalid') ? 'invalid' : undefined);
}
