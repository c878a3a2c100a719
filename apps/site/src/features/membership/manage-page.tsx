import { ManageView } from '@isola/membership/react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

import { MembershipEnvironment } from './membership-environment.tsx';

/** Page on which a member manages the plan. */
export function ManagePage() {
  const { t } = useTranslation('membership');
  return (
    <PageFrame page="membershipManage" lead={t('manage.lead')}>
      <MembershipEnvironment>
        <ManageView />
      </MembershipEnvironment>
    </PageFrame>
  );
}
