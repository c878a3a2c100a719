/** Codes with a translation of their own: the key `failed.<code>` of the bundle `admin`. */
const worded = [
  'network',
  'forbidden',
  'missing',
  'invalid',
  'unfit-value',
  'last-super-admin',
  'charged-elsewhere',
  'no-admin',
  'no-plan',
  'no-such-plan',
  'not-super-admin',
  'super-admin',
  'until-passed',
  'until-too-far',
  'no-days',
  'reason-too-long',
  'own-account',
  'no-such-user',
  'already-confirmed',
  'account-disabled',
  'too-many-requests',
  'second-factor-first',
  'mail-required',
  'too-many-attempts',
  'not-enrolled',
  'not-begun',
  'already-enrolled',
  'secret-lost',
  'session-missing',
  'no-such-event',
  'no-provider',
] as const;

export type WordedCode = (typeof worded)[number];

/** Codes of the server that are shown with the translation of another code. */
const sameAs: Readonly<Record<string, WordedCode>> = {
  unavailable: 'network',
  'provider-unavailable': 'network',
  'session-required': 'session-missing',
  'session-invalid': 'session-missing',
  'identity-required': 'forbidden',
  'permission-required': 'forbidden',
  'test-refused': 'forbidden',
  'not-found-event': 'no-such-event',
  'body-too-large': 'invalid',
  'metadata-too-large': 'invalid',
  'method-not-allowed': 'invalid',
};

/**
 * Finds the translation of an error code.
 * @param code of an `AdminError`.
 * @returns the code with the translation to show; undefined when only the server's own sentence is available.
 */
export function wordedCode(code: string): WordedCode | undefined {
  // Codes such as `id-invalid` mean that the page and the server have different versions.
  return worded.find((each) => each === code) ?? sameAs[code] ?? (code.endsWith('-invalid') ? 'invalid' : undefined);
}
