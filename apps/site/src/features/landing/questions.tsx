import { Accordion, AccordionItem } from '@isola/ui/accordion';
import { Link as UiLink } from '@isola/ui/link';
import { useTranslation } from 'react-i18next';

import { PageLink } from '#shell/page-link.tsx';

import { Section } from './section.tsx';

export interface Question {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

/** What people ask about this purpose, and the way to all other questions. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  const { t } = useTranslation('landing');
  return (
    <Section heading={t('questions.heading')}>
      <div>
        <Accordion>
          {questions.map(({ id, question, answer }) => (
            <AccordionItem key={id} id={`q-${id}`} title={question}>
              <p>{answer}</p>
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
