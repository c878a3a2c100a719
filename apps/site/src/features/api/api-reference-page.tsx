import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';

import { ErrorSection } from './error-section.tsx';
import { FactList } from './fact-list.tsx';
import { OperationSection } from './operation-section.tsx';
import { PageContents } from './page-contents.tsx';
import { documentUrl, plannedApi } from './planned-api.ts';
import { useDocumentWords } from './use-document-words.ts';

const basics = ['address', 'key', 'images', 'limit', 'kept', 'upload'] as const;

/** Reference of the planned API, generated from its OpenAPI document. */
export function ApiReferencePage() {
  const { t } = useTranslation('api-reference');
  const words = useDocumentWords();
  const sections = [
    { id: 'basics', name: t('basics.title') },
    ...plannedApi.operations.map(({ id }) => ({ id, name: words(`op.${id}.summary`) })),
    { id: 'errors', name: t('errors.title') },
  ];
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
        <PageContents sections={sections} />
        <div className="flex min-w-0 flex-col gap-16">
          <section aria-labelledby="basics">
            <h2 id="basics" className="scroll-mt-8 text-22 font-semibold">
              {t('basics.title')}
            </h2>
            <FactList
              facts={basics.map((id) => ({ id, title: t(`basics.${id}.title`), text: t(`basics.${id}.text`) }))}
            />
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
