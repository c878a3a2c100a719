import type { BackendSettings } from '../backend-settings.ts';
import { withDatabase } from '../database/with-database.ts';

export interface Admin {
  readonly email: string;
  readonly role: string;
  readonly permissions: readonly string[];
}

/**
 * Lists the administrators.
 * @throws {DataLockError} while a server uses the embedded database. `addAdmin` and `removeAdmin` throw it too.
 */
export async function listAdmins(settings: BackendSettings): Promise<readonly Admin[]> {
  const rows = await withDatabase(settings, (database) =>
    database.rows(`
      select email, admins.role, array_to_string(permissions, ' ') as permissions
      from public.admins join auth.users on users.id = user_id order by admins.created_at, user_id`),
  );
  return rows.map(({ email, role, permissions }) => ({
    email: String(email),
    role: String(role),
    permissions: String(permissions).split(' ').filter(Boolean),
  }));
}

/**
 * Adds an administrator, or changes the role and permissions of one.
 * @throws when nobody has signed up with the email.
 */
export async function addAdmin(settings: BackendSettings, { email, role, permissions }: Admin): Promise<void> {
  const added = await withDatabase(settings, (database) =>
    database.rows(
      `insert into public.admins (user_id, role, permissions)
       select id, $2::text, array_remove(string_to_array($3::text, ','), '') from auth.users where lower(email) = lower($1)
       on conflict (user_id) do update set role = excluded.role, permissions = excluded.permissions returning user_id`,
      [email, role, permissions.join()],
    ),
  );
  if (added.length === 0) throw new Error(`Nobody has signed up as ${email}: sign up on the site first.`);
}

/** Removes an administrator. @throws when the email belongs to no administrator, or to the last super admin. */
export async function removeAdmin(settings: BackendSettings, email: string): Promise<void> {
  const removed = await withDatabase(settings, (database) =>
    database.rows(
      `delete from public.admins using auth.users
       where users.id = user_id and lower(users.email) = lower($1) returning user_id`,
      [email],
    ),
  );
  if (removed.length === 0) throw new Error(`${email} is not an administrator.`);
}
