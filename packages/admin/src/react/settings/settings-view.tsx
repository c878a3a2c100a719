import { SegmentedControl } from '@isola/ui/segmented-control';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useAdmin } from '../admin-context.tsx';
import { Section } from '../facts.tsx';
import { Guarded } from '../guarded.tsx';
import { AdminsSection } from './admins-section.tsx';
import { AuditSection } from './audit-section.tsx';
import { HealthSection } from './health-section.tsx';
import { PlansSection } from './plans-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SellerSection } from './seller-section.tsx';
import { AccessSection, FeaturesSection } from './switches-section.tsx';

const parts = ['general', 'admins', 'second-factor', 'audit'] as const;

/** Settings page: plans, seller, features, access, administrators, the own second factor, and the audit log. */
export function SettingsView() {
  const { t } = useTranslation('admin');
  const { may, isSuperAdmin, search, setSearch } = useAdmin();
  const isAllowed: Record<(typeof parts)[number], boolean> = {
    general: may('settings.read'),
    admins: isSuperAdmin,
    'second-factor': true,
    audit: may('audit.read'),
  };
  const allowed = parts.filter((each) => isAllowed[each]);
  const part = parts.find((each) => each === search['part']) ?? allowed[0] ?? 'second-factor';
  return (
    <>
      <SegmentedControl
        label={t('settings.parts')}
        segments={allowed.map((each) => ({ value: each, label: t(`settings.${each}`) }))}
        value={part}
        onValueChange={(value) => setSearch({ part: value, after: undefined, before: undefined })}
        className="mb-8 print:hidden"
      />
      {contentOf[part]}
    </>
  );
}

function General() {
  const { t } = useTranslation('admin');
  return (
    <Guarded permission="settings.read">
      <Section title={t('plans.title')}>
        <PlansSection />
      </Section>
      <Section title={t('seller.title')}>
        <SellerSection />
      </Section>
      <Section title={t('settings.features')}>
        <FeaturesSection />
      </Section>
      <Section title={t('settings.access')}>
        <AccessSection />
      </Section>
      <Section title={t('health.title')}>
        <HealthSection />
      </Section>
    </Guarded>
  );
}

const contentOf: Record<(typeof parts)[number], ReactNode> = {
  general: <General />,
  admins: <AdminsSection />,
  'second-factor': <SecondFactorSection />,
  audit: <AuditSection />,
};
