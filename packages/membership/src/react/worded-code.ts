/** Codes with a translation of their own: the key `failed.<code>` of the bundle `membership`. */
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

/** Codes of the server that are shown with the translation of another code. */
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
 * Finds the translation of an error code.
 * @param code of a `MembershipError`.
 * @returns the code with the translation to show; undefined when only the server's own sentence is available.
 */
export function wordedCode(code: string): WordedCode | undefined {
  // Codes such as `plan-invalid` mean that the page and the server have different versions.
  return worded.find((each) => each === code) ?? sameAs[code] ?? (code.endsWith('-invalid') ? 'invalid' : undefined);
}
