/** Administrator, as the database describes one. */
export interface Admin {
  readonly role: string;
  readonly permissions: readonly string[];
}

/** Role that has every permission without a list. */
export const superAdminRole = 'super_admin';

/** Entry of a permission list that grants every permission. */
export const everyPermission = 'all';

/**
 * Checks whether an administrator has a permission. In a browser the result decides only what is shown: the database
 * checks again, by the same rule, before it returns or changes data.
 */
export function hasPermission(admin: Admin, permission: string): boolean {
  return (
    admin.role === superAdminRole ||
    admin.permissions.includes(everyPermission) ||
    admin.permissions.includes(permission)
  );
}
