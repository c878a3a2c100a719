import type { Session, User } from '@supabase/auth-js';

import type { Supabase } from './create-supabase.ts';
import { type SessionClock, serverNowMs } from './session-clock.ts';
import type { KeptSession } from './session-store.ts';
import { loadSubscription, type Subscription } from './subscription.ts';

export type AuthState =
  /** The stored session is being read, or an expired session is being refreshed. */
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out' }
  | {
      readonly status: 'signed-in';
      readonly user: User;
      readonly session: Session;
      /** Active subscription; null when there is none, `loading` until the database has answered. */
      readonly subscription: Subscription | null | 'loading';
    };

export interface AuthStateStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => AuthState;
  /** Publishes the state for what storage holds now. */
  readonly show: (kept: KeptSession | undefined) => void;
  /** Ends `loading`. An expired session that could not be refreshed yet is kept. */
  settle(kept: KeptSession | undefined): void;
  /** Loads the subscription again if the last attempt failed. Called at each tick. */
  readonly tick: () => void;
  /** Loads the subscription again after it has changed. */
  readonly reload: () => void;
}

export interface AuthStateOptions {
  readonly supabase: Supabase;
  readonly clock: SessionClock;
}

export function createAuthState({ supabase, clock }: AuthStateOptions): AuthStateStore {
  const listeners = new Set<() => void>();
  let state: AuthState = { status: 'loading' };
  let loading: Promise<unknown> | undefined;
  let missed: KeptSession | undefined;

  function set(next: AuthState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function show(kept: KeptSession | undefined) {
    if (!kept) {
      loading = missed = undefined;
      return set({ status: 'signed-out' });
    }
    const before = state.status === 'signed-in' && state.user.id === kept.user.id ? state : undefined;
    set({ status: 'signed-in', user: kept.user, session: kept, subscription: before?.subscription ?? 'loading' });
    // When only the user changed, the token is the same, so the subscription is not loaded again.
    if (before?.session.access_token !== kept.access_token) void load(kept);
  }

  async function load(kept: KeptSession) {
    const mine = loadSubscription(supabase, kept.user.id, serverNowMs(kept));
    loading = mine;
    missed = undefined;
    try {
      const subscription = await mine;
      if (loading === mine && state.status === 'signed-in') set({ ...state, subscription });
    } catch {
      if (loading === mine) missed = kept;
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => state,
    show(kept) {
      const isOpen = state.status === 'loading' && kept && clock.remainingMs(kept) <= 0;
      if (!isOpen) show(kept);
    },
    settle(kept) {
      if (state.status === 'loading') show(kept);
    },
    tick() {
      if (missed) void load(missed);
    },
    reload() {
      if (state.status === 'signed-in') void load(state.session);
    },
  };
}
