export { type AdminSession, adminSessionKey, readAdminSession, writeAdminSession } from './admin-session.ts';
export { type AdminSessionStore, createAdminSessionStore } from './admin-session-store.ts';
export { AuthError, type AuthErrorCode, authErrorCodes } from './auth-error.ts';
export type { AuthState } from './auth-state.ts';
export type {
  AdminAccess,
  AuthClient,
  AuthClientOptions,
  LinkPurpose,
  MailLink,
  MailLinkDetails,
  ServerSignOut,
} from './auth-client.ts';
export { createAuthClient } from './create-auth-client.ts';
export { createSupabase, type CreateSupabaseOptions, type Supabase } from './create-supabase.ts';
export type { Page } from './page.ts';
export { type Admin, everyPermission, hasPermission, superAdminRole } from './permissions.ts';
export type { SessionStorage } from './session-store.ts';
export type { Subscription } from './subscription.ts';
