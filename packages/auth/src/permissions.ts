/** An administrator as the database describes one. */
export interface Admin {
  readonly role: string;
  readonly permissions: readonly string[];
}

/** The role that needs no list. */
export const superAdminRole = 'super_admin';

/** The entry that stands for every permission. */
export const everyPermission = 'all';

/**
 * Whether an administrator may do something. What a browser is told by this decides only what it shows: the database
 * asks again, by the same rule, before it gives or changes anything.
 */
export function hasPermission(admin: Admin, permission: string): boolean {
  return (
    admin.role === superAdminRole ||
    admin.permissions.includes(everyPermission) ||
    admin.permissions.includes(permission)
  );
}
