import { Banner } from '@isola/ui/banner';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useAdmin } from './admin-context.tsx';
import { useAdminNames } from './use-names.ts';

/** Shows its content to administrators with the permission, and to others which permission they lack. */
export function Guarded({ permission, children }: { permission: string; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const { may } = useAdmin();
  const names = useAdminNames();
  if (may(permission)) return children;
  return (
    <Banner title={t('forbidden.title')} data-permission={permission}>
      {t('forbidden.text', { permission: names.permission(permission) })}
    </Banner>
  );
}
