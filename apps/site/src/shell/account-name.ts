/** Returns the user's display name: the chosen username or, without one, the part of the email before the @. */
export function accountName(user: {
  readonly email?: string | undefined;
  readonly user_metadata: Readonly<Record<string, unknown>>;
}): string {
  const chosen: unknown = user.user_metadata['username'];
  if (typeof chosen === 'string' && chosen.trim() !== '') return chosen.trim();
  return user.email?.split('@')[0] ?? '';
}
