import { createAccountChanges } from './account-changes.ts';
import { createAdminAccess } from './admin-access.ts';
import type { AuthClient, AuthClientOptions, ServerSignOut } from './auth-client.ts';
import { AuthError } from './auth-error.ts';
import { requestAuth, requestGlobalSignOut } from './auth-requests.ts';
import { createAuthState } from './auth-state.ts';
import { connectionOf } from './create-supabase.ts';
import { createEmailLinks } from './email-links.ts';
import { browserPage } from './page.ts';
import { createSessionClock } from './session-clock.ts';
import { createSessionRefresher } from './session-refresher.ts';
import { isSession } from './session-store.ts';

/** Delay between `onSignedOut` and the reload, in milliseconds. */
const reloadDelayMs = 500;

/**
 * Creates the client for accounts and sessions. @throws {TypeError} when the supabase client was not made by
 * `createSupabase`.
 */
export function createAuthClient(options: AuthClientOptions): AuthClient {
  const { supabase, page = browserPage, onSignedOut, reload = () => location.reload() } = options;
  const connection = connectionOf(supabase);
  const { store } = connection;
  const clock = createSessionClock();
  const state = createAuthState({ supabase, clock });
  let isRenewed = false;
  const onTick = () => {
    isRenewed = false;
    state.tick();
  };
  const refresher = createSessionRefresher({ connection, clock, page, onChange: state.show, onTick });
  store.onTokenRefused = (token) => {
    const kept = store.read();
    // At most once per tick: while the server refuses the tokens of its own auth service, more requests do not help.
    if (isRenewed || kept?.access_token !== token) return;
    isRenewed = true;
    refresher.renew(kept);
  };

  let starts = 0;

  async function begin() {
    await refresher.start();
    state.settle(store.read());
  }

  return {
    ...createEmailLinks({ connection, page, onUserChanged: (kept) => refresher.renew(kept) }),
    ...createAccountChanges(supabase, connection, page),
    ...createAdminAccess(supabase, store),
    subscribe: state.subscribe,
    getSnapshot: state.getSnapshot,

    start() {
      starts += 1;
      if (starts === 1) void begin();
      let isOn = true;
      return () => {
        if (!isOn) return;
        isOn = false;
        starts -= 1;
        if (starts > 0) return;
        refresher.stop();
      };
    },

    async signIn({ email, password }) {
      const request = { path: 'token?grant_type=password', body: { email, password } };
      const answer = await requestAuth(connection, page, request);
      if (!isSession(answer)) throw new AuthError('unavailable', { detail: 'The answer is not a session' });
      store.write(answer);
    },

    reloadSubscription: () => state.reload(),
    reportRefusedToken: (token) => store.onTokenRefused(token),

    async signOut() {
      const kept = store.read();
      const isValid = kept !== undefined && clock.remainingMs(kept) > 0;
      store.clear();
      // `kept` still holds the token after the clearing. The request to the server needs it.
      const server = isValid ? await endEverywhere(kept.access_token) : 'not-needed';
      onSignedOut?.(server);
      page.schedule(reload, reloadDelayMs);
    },
  };

  async function endEverywhere(token: string): Promise<ServerSignOut> {
    return (await requestGlobalSignOut(connection, page, token)) ? 'done' : 'failed';
  }
}
