/** supabase-js's own name for it: `sb-`, the first part of the backend's host, `-auth-token`. */
const sessionKey = /^sb-.+-auth-token$/;

/** Whether somebody is likely to be signed in here: worth fetching the library that knows. */
export function hasKeptSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => sessionKey.test(key));
  } catch {
    // Storage is closed to this page: a session lasts as long as the page.
    return false;
  }
}
