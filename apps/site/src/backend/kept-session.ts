/** supabase-js's own name for it: `sb-`, the first part of the backend's host, `-auth-token`. */
const sessionKey = /^sb-.+-auth-token$/;

/** Whether a session is likely to be stored here, so that the account library is worth loading. */
export function hasKeptSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => sessionKey.test(key));
  } catch {
    // This page may not use storage: a session lasts as long as the page.
    return false;
  }
}
