import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

import { LegalPage, type LegalSection } from './legal-page.tsx';

const sections: readonly LegalSection<ParseKeys<'terms'>>[] = [
  {
    id: 'parties',
    title: 'section.parties',
    paragraphs: ['parties.operator', 'parties.privacy'],
    link: { page: 'privacy', words: 'parties.privacyLink' },
  },
  {
    id: 'service',
    title: 'section.service',
    paragraphs: ['service.today', 'service.making', 'service.use'],
  },
  { id: 'pictures', title: 'section.pictures', paragraphs: ['pictures.yours', 'pictures.rights'] },
  {
    id: 'conduct',
    title: 'section.conduct',
    paragraphs: ['conduct.intro'],
    list: ['conduct.illegal', 'conduct.impersonation', 'conduct.forgery', 'conduct.deception', 'conduct.attack'],
    notes: ['conduct.note'],
  },
  {
    id: 'documents',
    title: 'section.documents',
    paragraphs: ['documents.rules', 'documents.today'],
    link: { page: 'idPhoto', words: 'documents.link' },
  },
  {
    id: 'limits',
    title: 'section.limits',
    paragraphs: ['limits.intro'],
    list: ['limits.formats', 'limits.file', 'limits.pixels', 'limits.count'],
    notes: ['limits.device'],
  },
  { id: 'price', title: 'section.price', paragraphs: ['price.today', 'price.account'] },
  { id: 'api', title: 'section.api', paragraphs: ['api.text'], link: { page: 'api', words: 'api.link' } },
  {
    id: 'licences',
    title: 'section.licences',
    paragraphs: ['licences.code', 'licences.model', 'licences.operator', 'licences.brand'],
    link: { page: 'press', words: 'licences.brandLink' },
  },
  { id: 'warranty', title: 'section.warranty', paragraphs: ['warranty.text', 'warranty.files'] },
  { id: 'liability', title: 'section.liability', paragraphs: ['liability.text', 'liability.law'] },
  { id: 'changes', title: 'section.changes', paragraphs: ['changes.service', 'changes.terms'] },
  { id: 'law', title: 'section.law', paragraphs: ['law.text', 'law.part'] },
];

/** The terms of use. */
export function TermsPage() {
  const { t } = useTranslation('terms');
  return (
    <LegalPage
      page="terms"
      lead={t('lead')}
      contentsLabel={t('contents')}
      sections={sections}
      words={(key) => t(key)}
    />
  );
}
