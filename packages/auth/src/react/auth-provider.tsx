import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';

import type { AuthState } from '../auth-state.ts';
import type { AuthClient } from '../auth-client.ts';

const AuthContext = createContext<AuthClient | undefined>(undefined);

/** State during server rendering and during hydration. */
const loading: AuthState = { status: 'loading' };

export interface AuthProviderProps {
  readonly client: AuthClient;
  readonly children?: ReactNode;
}

/** Provides the client to its children, and keeps it started while mounted. */
export function AuthProvider({ client, children }: AuthProviderProps) {
  useEffect(() => client.start(), [client]);
  return <AuthContext value={client}>{children}</AuthContext>;
}

/** Returns the client of the nearest `AuthProvider`. @throws outside an `AuthProvider`. */
export function useAuthClient(): AuthClient {
  const client = useContext(AuthContext);
  if (!client) throw new Error('useAuth and useAuthClient need an AuthProvider around them.');
  return client;
}

export function useAuth(): AuthState {
  const client = useAuthClient();
  return useSyncExternalStore(client.subscribe, client.getSnapshot, () => loading);
}
