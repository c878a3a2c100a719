import { useTranslation } from 'react-i18next';

/** What can be given to an administrator; `all` stands for every one. */
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
/** The role of those whose permissions are listed. */
export const plainAdmin = 'admin';

/** How plans are called on their page. One that the operator has added is called by its id. */
export function usePlanName(): (id: string) => string {
  const { t } = useTranslation('membership');
  return (id) => (id === 'free' || id === 'member' ? t(`plan.${id}.name`) : id);
}

/** How roles and permissions are called. A role that the operator has made up is called as it is. */
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
