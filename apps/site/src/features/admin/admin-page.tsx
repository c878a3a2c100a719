import { useAdminSession } from '@isola/auth/react';
import { useTranslation } from 'react-i18next';

import { AdminFrame, AdminLinks } from './admin-frame.tsx';

/** Sign-in page for administrators. After the sign-in it lists the administration pages. */
export function AdminPage() {
  const { t } = useTranslation('admin');
  const isOpen = useAdminSession() !== undefined;
  return (
    <AdminFrame page="admin" {...(isOpen && { heading: t('heading') })}>
      <AdminLinks current="admin" className="flex flex-col gap-3 text-16" />
    </AdminFrame>
  );
}
