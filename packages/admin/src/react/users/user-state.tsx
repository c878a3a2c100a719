import { Badge } from '@isola/ui/badge';
import { useTranslation } from 'react-i18next';

import type { User } from '../../api/schemas.ts';
import { useAdminNames } from '../use-names.ts';

/** Badges for the state of an account and for its role. */
export function UserState({ user }: { user: User }) {
  const { t } = useTranslation('admin');
  const names = useAdminNames();
  return (
    <span className="flex flex-wrap gap-1">
      {user.disabled_at !== null ? (
        <Badge tone="danger">{t('users.state.disabled')}</Badge>
      ) : user.confirmed ? (
        <Badge>{t('users.state.active')}</Badge>
      ) : (
        <Badge tone="warning">{t('users.state.unconfirmed')}</Badge>
      )}
      {user.admin_role !== null && <Badge>{names.role(user.admin_role)}</Badge>}
    </span>
  );
}
