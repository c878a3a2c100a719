/** The fewest characters of a password. The embedded server and `supabase/config.toml` ask for as many; a test compares. */
export const minPasswordLength = 10;

/** Rule that a password breaks, as the auth service names it in `reasons` of `weak_password`. */
export type PasswordWeakness = 'length' | 'pwned';

/**
 * The passwords of ten characters and more that stand most often in published leaks, in lower case. It is a module of its
 * own: a page loads it when somebody begins to choose a password.
 */
export async function loadLeakedPasswords(): Promise<ReadonlySet<string>> {
  const { default: passwords } = await import('./leaked-passwords.json');
  return new Set(passwords);
}

/**
 * Checks a password against the rules of the server: its length, and that it is none of the commonest leaked ones, in
 * whatever case. It has no rule about kinds of characters.
 * @param leaked undefined while the list is not loaded; then the length alone is checked.
 * @see NIST SP 800-63B-4, section 3.1.1.2
 */
export function findPasswordWeaknesses(password: string, leaked?: ReadonlySet<string>): readonly PasswordWeakness[] {
  return [
    ...(password.length < minPasswordLength ? (['length'] as const) : []),
    ...(leaked?.has(password.toLowerCase()) ? (['pwned'] as const) : []),
  ];
}
