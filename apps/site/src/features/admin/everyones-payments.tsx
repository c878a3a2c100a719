import { PaymentsView } from '@isola/admin/react';
import { hasPermission } from '@isola/auth';
import { useAdminSession } from '@isola/auth/react';
import { useTranslation } from 'react-i18next';

import { AdminEnvironment } from './admin-environment.tsx';

/** Payments of all users, for administrators with the permission. Renders nothing for others. */
export function EveryonesPayments() {
  const { t } = useTranslation('membership');
  const admin = useAdminSession()?.admin;
  if (!admin || !hasPermission(admin, 'payments.read')) return null;
  return (
    <section aria-labelledby="everyone" className="mt-16">
      <h2 id="everyone" className="mb-4 text-22 font-semibold">
        {t('payments.everyone')}
      </h2>
      <AdminEnvironment>
        <PaymentsView />
      </AdminEnvironment>
    </section>
  );
}
