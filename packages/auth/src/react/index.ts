export { AuthProvider, type AuthProviderProps, useAuth, useAuthClient } from './auth-provider.tsx';
export { useAdminSession } from './use-admin-session.ts';
