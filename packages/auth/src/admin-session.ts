import * as z from 'zod/mini';

import { fromJson } from './from-json.ts';
import type { Admin } from './permissions.ts';

const adminSessionSchema = z.object({
  admin: z.object({ role: z.string(), permissions: z.array(z.string()) }),
  /** Milliseconds since 1970. */
  expires_at: z.number(),
});

/** Kept in local storage under `admin_session`: the client's copy, which proves nothing to the server. */
export interface AdminSession {
  readonly admin: Admin;
  readonly expires_at: number;
}

export const adminSessionKey = 'admin_session';

/**
 * Reads the admin session, and removes it once its time has passed or when it is not of the agreed form.
 * @param nowMs milliseconds since 1970.
 * @returns undefined when there is none that holds.
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

/** @throws when the storage is full or closed. */
export function writeAdminSession(storage: Pick<Storage, 'setItem'>, session: AdminSession): void {
  storage.setItem(adminSessionKey, JSON.stringify(session));
  adminSessionEvents.dispatchEvent(new Event('changed'));
}

/** Dispatches `changed` when this page writes or removes the admin session: `storage` events reach other pages alone. */
export const adminSessionEvents = new EventTarget();

export function removeAdminSession(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(adminSessionKey);
  adminSessionEvents.dispatchEvent(new Event('changed'));
}
