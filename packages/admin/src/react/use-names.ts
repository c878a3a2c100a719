import { useTranslation } from 'react-i18next';

/** Permissions that an administrator can be given. `all` stands for every permission. */
export const permissions = [
  'users.read',
  'users.write',
  'revenue.read',
  'payments.read',
  'settings.read',
  'settings.write',
  'webhooks.read',
  'webhooks.write',
  'audit.read',
  'feedback.read',
  'all',
] as const;

export const superAdmin = 'super_admin';
/** Role of an administrator whose permissions are listed one by one. A super admin has all of them. */
export const plainAdmin = 'admin';

/** Returns functions that name roles and permissions. A role or permission without a translation is shown by its id. */
export function useAdminNames() {
  const { t } = useTranslation('admin');
  return {
    role: (role: string) => (role === superAdmin || role === plainAdmin ? t(`role.${role}`) : role),
    permission: (id: string) => {
      const known = permissions.find((each) => each === id);
      return known ? t(`permission.${known}`) : id;
    },
  };
}
