import { PlansView } from '@isola/membership/react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

import { MembershipEnvironment } from './membership-environment.tsx';

/** Page with the plans and their prices. */
export function MembershipPage() {
  const { t } = useTranslation('membership');
  return (
    <PageFrame page="membership" lead={t('lead')}>
      <MembershipEnvironment>
        <PlansView />
      </MembershipEnvironment>
    </PageFrame>
  );
}
