import * as z from 'zod/mini';

import { fromJson } from './from-json.ts';
import type { Admin } from './permissions.ts';

const adminSessionSchema = z.object({
  admin: z.object({ role: z.string(), permissions: z.array(z.string()) }),
  /** Expiry, in milliseconds since 1970. */
  expires_at: z.number(),
});

/**
 * Admin session, stored in local storage under `admin_session`. It is the client's copy and proves nothing to the
 * server.
 */
export interface AdminSession {
  readonly admin: Admin;
  readonly expires_at: number;
}

export const adminSessionKey = 'admin_session';

/**
 * Reads the admin session from storage. Removes it when it has expired or does not match the schema.
 * @param nowMs milliseconds since 1970.
 * @returns undefined when there is no valid session.
 */
export function readAdminSession(
  storage: Pick<Storage, 'getItem' | 'removeItem'>,
  nowMs: number,
): AdminSession | undefined {
  const stored = storage.getItem(adminSessionKey);
  if (stored === null) return undefined;
  const session = adminSessionSchema.safeParse(fromJson(stored));
  if (session.success && session.data.expires_at > nowMs) return session.data;
  storage.removeItem(adminSessionKey);
  return undefined;
}

/** Stores the admin session. @throws when the storage is full or not accessible. */
export function writeAdminSession(storage: Pick<Storage, 'setItem'>, session: AdminSession): void {
  storage.setItem(adminSessionKey, JSON.stringify(session));
  adminSessionEvents.dispatchEvent(new Event('changed'));
}

/** Dispatches `changed` when this page writes or removes the admin session. `storage` events reach other pages only. */
export const adminSessionEvents = new EventTarget();

export function removeAdminSession(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(adminSessionKey);
  adminSessionEvents.dispatchEvent(new Event('changed'));
}
