import { useAdminSession } from '@isola/auth/react';
import { useTranslation } from 'react-i18next';

import { AdminFrame, AdminLinks } from './admin-frame.tsx';

/** Sign-in of the administrators. After it, the page lists the pages of the administration. */
export function AdminPage() {
  const { t } = useTranslation('admin');
  const isOpen = useAdminSession() !== undefined;
  return (
    <AdminFrame page="admin" {...(isOpen && { heading: t('heading') })}>
      <AdminLinks current="admin" className="flex flex-col gap-3 text-16" />
    </AdminFrame>
  );
}
