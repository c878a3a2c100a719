/**
 * Minimum length of a password, in characters. The embedded server and `supabase/config.toml` require the same; a test
 * compares them.
 */
export const minPasswordLength = 10;

/** Rule that a password breaks, as the auth service names it in `reasons` of `weak_password`. */
export type PasswordWeakness = 'length' | 'pwned';

/**
 * Loads the passwords of ten characters and more that occur most often in published leaks, in lower case. The list is a
 * separate module: a page loads it when a user begins to choose a password.
 */
export async function loadLeakedPasswords(): Promise<ReadonlySet<string>> {
  const { default: passwords } = await import('./leaked-passwords.json');
  return new Set(passwords);
}

/**
 * Checks a password against the rules of the server: its length, and that it is not one of the most common leaked
 * passwords, in any case. There is no rule about kinds of characters.
 * @param leaked undefined while the list is not loaded. Then only the length is checked.
 * @see NIST SP 800-63B-4, section 3.1.1.2
 */
export function findPasswordWeaknesses(password: string, leaked?: ReadonlySet<string>): readonly PasswordWeakness[] {
  return [
    ...(password.length < minPasswordLength ? (['length'] as const) : []),
    ...(leaked?.has(password.toLowerCase()) ? (['pwned'] as const) : []),
  ];
}
