/** Key under which supabase-js stores the session: `sb-<first part of the backend's host>-auth-token`. */
const sessionKey = /^sb-.+-auth-token$/;

/**
 * Returns the id of the member whose session is stored in this browser; undefined for a visitor. The stored session may
 * have expired, so it is no proof that the server accepts it.
 */
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

/** Checks whether a session is stored in this browser, so that the account library is worth loading. */
export function hasKeptSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => sessionKey.test(key));
  } catch {
    // Storage is blocked for this page: a session ends with the page.
    return false;
  }
}
