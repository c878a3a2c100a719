import { Input } from '@isola/ui/input';
import { Field } from '@isola/ui/field';
import { Link as UiLink } from '@isola/ui/link';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { findPages, publicPages } from './find-pages.ts';
import { PageLink } from '#shell/page-link.tsx';
import { useOpenInBatch } from '#shell/use-open-in-batch.ts';
import { usePageTitle } from '#shell/use-page-title.ts';
import { useLocale } from '#shell/use-locale.ts';
import { ImageTool } from '#tool/image-tool.tsx';
import { ToolHost } from '#tool/tool-host.tsx';

/** Page for unknown URLs, with a searchable list of all pages and the tool. */
export function NotFoundPage() {
  const { t } = useTranslation(['common', 'pages', 'descriptions', 'tool']);
  const locale = useLocale();
  const [query, setQuery] = useState('');
  const openInBatch = useOpenInBatch();
  usePageTitle('notFound');
  const entries = publicPages.map((id) => ({
    id,
    name: t(`pages:${id}.nav`),
    title: t(`pages:${id}.title`),
    description: t(`descriptions:${id}`),
  }));
  const found = findPages(entries, query, locale);
  return (
    <div className="mx-auto w-full max-w-310 flex-1 px-4 py-12 sm:px-10 sm:py-16">
      <h1 className="text-36 font-semibold sm:text-48">{t('common:notFound.title')}</h1>
      <p className="mt-4 max-w-160 text-16 text-soft">{t('common:notFound.text')}</p>
      <div className="mt-10 grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <section aria-label={t('common:notFound.all')}>
          <Field label={t('common:notFound.search')}>
            <Input type="search" clearLabel={t('common:notFound.clear')} value={query} onValueChange={setQuery} />
          </Field>
          <p role="status" className="mt-3 text-13 text-faint">
            {found.length > 0 ? t('common:notFound.results', { count: found.length }) : t('common:notFound.none')}
          </p>
          <ul className="mt-2 grid gap-x-8 sm:grid-cols-2">
            {found.map(({ id, name, description }) => (
              <li key={id} className="border-t border-line py-3">
                <UiLink asChild variant="quiet" className="font-medium text-ink">
                  <PageLink page={id}>{name}</PageLink>
                </UiLink>
                <p className="mt-0.5 text-13 text-soft">{description}</p>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="tool-here">
          <ToolHost tool="single">
            <ImageTool
              layout="panel"
              onOpenAll={openInBatch}
              heading={
                <h2 id="tool-here" className="mb-4 text-22 font-semibold">
                  {t('common:notFound.tool')}
                </h2>
              }
            />
          </ToolHost>
        </section>
      </div>
    </div>
  );
}
