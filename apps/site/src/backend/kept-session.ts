/** supabase-js's own name for it: `sb-`, the first part of the backend's host, `-auth-token`. */
const sessionKey = /^sb-.+-auth-token$/;

/** Whose session is stored here; undefined for a visitor. What is stored proves nothing to the server. */
export function keptMemberId(): string | undefined {
  try {
    const key = Object.keys(localStorage).find((each) => sessionKey.test(each));
    const session = JSON.parse((key !== undefined && localStorage.getItem(key)) || 'null') as {
      user?: { id?: unknown };
    } | null;
    return typeof session?.user?.id === 'string' ? session.user.id : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a session is likely to be stored here, so that the account library is worth loading. */
export function hasKeptSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => sessionKey.test(key));
  } catch {
    // This page may not use storage: a session lasts as long as the page.
    return false;
  }
}
