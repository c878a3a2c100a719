import { Badge } from '@isola/ui/badge';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Link as UiLink } from '@isola/ui/link';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';

import { CodeBlock } from './code-block.tsx';
import { codeSamples } from './code-samples.ts';
import { PreregistrationForm } from './preregistration-form.tsx';

const facts = ['free', 'kept', 'input'] as const;

/** Page about the planned API, with the form to register for early access, and about the server to run oneself. */
export function ApiPage() {
  const { t } = useTranslation('api');
  return (
    <PageFrame page="api" width="wide" lead={t('lead')}>
      <Banner tone="warning" title={t('state.title')}>
        {t('state.text')}
      </Banner>
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <section aria-labelledby="does">
          <h2 id="does" className="text-22 font-semibold">
            {t('does.title')}
          </h2>
          <p className="mt-3 max-w-160 text-16 text-soft">{t('does.text')}</p>
          <dl className="mt-6 border-t border-line">
            {facts.map((fact) => (
              <div key={fact} className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
                <dt className="font-medium">{t(`fact.${fact}.title`)}</dt>
                <dd className="text-soft">{t(`fact.${fact}.text`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="preregister" className="rounded-lg border border-line p-5 sm:p-6 lg:self-start">
          <h2 id="preregister" className="text-18 font-semibold">
            {t('form.title')}
          </h2>
          <p className="mt-1 mb-5 text-soft">{t('form.text')}</p>
          <PreregistrationForm />
        </section>
        <section aria-labelledby="call">
          <h2 id="call" className="text-22 font-semibold">
            {t('example.title')}
          </h2>
          <figure className="mt-4">
            <CodeBlock label={t('example.label')} code={codeSamples.removeBackground.curl} />
            <figcaption className="mt-3 flex items-baseline gap-2 text-13 text-soft">
              <Badge>{t('example.badge')}</Badge>
              {t('example.caption')}
            </figcaption>
          </figure>
          <p className="mt-6 max-w-160 text-soft">{t('reference.text')}</p>
          <Button asChild className="mt-3">
            <PageLink page="apiReference">{t('reference.link')}</PageLink>
          </Button>
        </section>
        <section aria-labelledby="own">
          <h2 id="own" className="text-18 font-semibold">
            {t('own.title')}
          </h2>
          <p className="mt-2 text-soft">{t('own.text')}</p>
          <p className="mt-3">
            <UiLink asChild>
              <PageLink page="removalServer">{t('own.link')}</PageLink>
            </UiLink>
          </p>
        </section>
        <section aria-labelledby="upload">
          <h2 id="upload" className="text-18 font-semibold">
            {t('upload.title')}
          </h2>
          <p className="mt-2 text-soft">{t('upload.text')}</p>
          <p className="mt-3">
            <UiLink asChild>
              <PageLink page="single">{t('upload.link')}</PageLink>
            </UiLink>
          </p>
        </section>
      </div>
    </PageFrame>
  );
}
