import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

import { LegalPage, type LegalSection } from './legal-page.tsx';
import { RequestTable } from './request-table.tsx';

const sections: readonly LegalSection<ParseKeys<'privacy'>>[] = [
  {
    id: 'short',
    title: 'section.short',
    list: ['short.pictures', 'short.account', 'short.tracking', 'short.voluntary'],
  },
  {
    id: 'who',
    title: 'section.who',
    paragraphs: ['who.operator', 'who.contact'],
    link: { page: 'feedback', words: 'who.link' },
  },
  {
    id: 'pictures',
    title: 'section.pictures',
    paragraphs: ['pictures.local', 'pictures.faces', 'pictures.check', 'pictures.api'],
  },
  {
    id: 'requests',
    title: 'section.requests',
    paragraphs: ['requests.intro', 'requests.backend'],
    table: <RequestTable />,
  },
  {
    id: 'device',
    title: 'section.device',
    paragraphs: ['device.intro'],
    list: [
      'device.photo',
      'device.history',
      'device.model',
      'device.site',
      'device.shared',
      'device.language',
      'device.theme',
      'device.draft',
      'device.brush',
      'device.colors',
      'device.letters',
      'device.met',
      'device.session',
      'device.notified',
      'device.usage',
    ],
  },
  {
    id: 'purposes',
    title: 'section.purposes',
    list: ['purposes.serve', 'purposes.asked', 'purposes.account'],
    notes: ['purposes.automated'],
  },
  { id: 'sharing', title: 'section.sharing', paragraphs: ['sharing.operator', 'sharing.place'] },
  { id: 'delete', title: 'section.delete', list: ['delete.tab', 'delete.browser', 'delete.account', 'delete.sent'] },
  {
    id: 'rights',
    title: 'section.rights',
    paragraphs: ['rights.intro'],
    list: [
      'rights.access',
      'rights.correct',
      'rights.erase',
      'rights.withdraw',
      'rights.move',
      'rights.explain',
      'rights.complain',
    ],
    notes: ['rights.none'],
  },
  { id: 'children', title: 'section.children', paragraphs: ['children.use', 'children.account'] },
  { id: 'changes', title: 'section.changes', paragraphs: ['changes.text'] },
];

/** What stays on the device, what leaves it, and why. */
export function PrivacyPage() {
  const { t } = useTranslation('privacy');
  return (
    <LegalPage
      page="privacy"
      lead={t('lead')}
      contentsLabel={t('contents')}
      sections={sections}
      words={(key) => t(key)}
    />
  );
}
