import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Link as UiLink } from '@isola/ui/link';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';

import { ErrorSection } from './error-section.tsx';
import { OperationSection } from './operation-section.tsx';
import { documentUrl, plannedApi } from './planned-api.ts';
import { useDocumentWords } from './use-document-words.ts';

const basics = ['address', 'key', 'images', 'limit', 'kept', 'upload'] as const;

/** Reference of the planned API, generated from its OpenAPI document. */
export function ApiReferencePage() {
  const { t } = useTranslation('api-reference');
  return (
    <PageFrame page="apiReference" width="wide" lead={t('lead')}>
      <Banner
        tone="warning"
        title={t('state.title')}
        actions={
          <Button asChild size="sm">
            <PageLink page="api">{t('state.link')}</PageLink>
          </Button>
        }
      >
        {t('state.text')}
      </Banner>
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <ReferenceNavigation />
        <div className="flex min-w-0 flex-col gap-16">
          <section aria-labelledby="basics">
            <h2 id="basics" className="scroll-mt-8 text-22 font-semibold">
              {t('basics.title')}
            </h2>
            <dl className="mt-4 border-t border-line">
              {basics.map((each) => (
                <div key={each} className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
                  <dt className="font-medium">{t(`basics.${each}.title`)}</dt>
                  <dd className="text-soft">{t(`basics.${each}.text`)}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button asChild>
                <a href={documentUrl} download="isola-openapi.json">
                  <Download aria-hidden />
                  {t('document.link')}
                </a>
              </Button>
              <span className="text-13 text-faint">{t('document.version', { version: plannedApi.version })}</span>
            </p>
          </section>
          {plannedApi.operations.map((operation) => (
            <OperationSection key={operation.id} {...operation} />
          ))}
          <ErrorSection id="errors" />
        </div>
      </div>
    </PageFrame>
  );
}

/** Table of contents of the page. On wide screens it is a sticky column next to the content. */
function ReferenceNavigation() {
  const { t } = useTranslation('api-reference');
  const words = useDocumentWords();
  const sections = [
    { id: 'basics', name: t('basics.title') },
    ...plannedApi.operations.map(({ id }) => ({ id, name: words(`op.${id}.summary`) })),
    { id: 'errors', name: t('errors.title') },
  ];
  return (
    <nav aria-label={t('nav.label')} className="lg:sticky lg:top-8 lg:self-start">
      <p aria-hidden className="mb-2 text-12 text-faint">
        {t('nav.label')}
      </p>
      <ul className="flex flex-col">
        {sections.map(({ id, name }) => (
          <li key={id}>
            <UiLink variant="quiet" href={`#${id}`} className="block py-1.5">
              {name}
            </UiLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
