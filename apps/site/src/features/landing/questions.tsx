import type { ArticleSection } from '@isola/i18n';
import { Accordion, AccordionItem } from '@isola/ui/accordion';
import { Link as UiLink } from '@isola/ui/link';
import { useTranslation } from 'react-i18next';

import { ArticleBlocks } from '#shell/article-blocks.tsx';
import { PageLink } from '#shell/page-link.tsx';

import { Section } from './section.tsx';

/** Lists questions about the purpose of the page, with a link to the page of all questions. */
export function Questions({ section }: { section: ArticleSection }) {
  const { t } = useTranslation('landing');
  return (
    <Section heading={section.title}>
      <div>
        <Accordion>
          {section.sections.map(({ id, title, blocks }) => (
            <AccordionItem key={id} id={id} title={title}>
              <div className="space-y-2">
                <ArticleBlocks blocks={blocks} />
              </div>
            </AccordionItem>
          ))}
        </Accordion>
        <p className="mt-5 text-14">
          <UiLink asChild>
            <PageLink page="faq">{t('questions.more')}</PageLink>
          </UiLink>
        </p>
      </div>
    </Section>
  );
}
