import { articleOf, articleText, languageTag } from '@isola/i18n';
import { Accordion, AccordionItem } from '@isola/ui/accordion';
import { Button } from '@isola/ui/button';
import { EmptyState } from '@isola/ui/empty-state';
import { Input } from '@isola/ui/input';
import { Link as UiLink } from '@isola/ui/link';
import { useLocation } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ArticleBlocks } from '#shell/article-blocks.tsx';
import { PageFrame } from '#shell/page-frame.tsx';
import { PageLink } from '#shell/page-link.tsx';
import { useLocale } from '#shell/use-locale.ts';

import { filterQuestions } from './filter-questions.ts';

/** Page of frequently asked questions, grouped by topic, with a search field. */
export function FaqPage() {
  const { t, i18n } = useTranslation(['faq', 'pages']);
  const language = languageTag(useLocale());
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');

  // The visitor may have typed a query before the page was hydrated.
  useEffect(() => {
    setQuery(input.current?.value ?? '');
  }, []);

  // The accordion opens the answer that a link leads to, but the browser could not scroll to it while it was closed.
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    document.getElementById(hash)?.closest('details')?.scrollIntoView();
  }, [hash]);

  const { lead, sections } = articleOf(i18n, 'faq');
  const groups = sections
    .map(({ id, title, sections: questions }) => ({
      id,
      title,
      found: filterQuestions(
        questions.map(({ id, title, blocks }) => ({ id, question: title, answer: articleText(blocks), blocks })),
        query,
        language,
      ),
    }))
    .filter(({ found }) => found.length > 0);
  const count = groups.reduce((sum, { found }) => sum + found.length, 0);

  const follow = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // An input method may still be composing the text, which is not a word yet.
    if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) setQuery(currentTarget.value);
  };
  const clear = () => {
    setQuery('');
    if (!input.current) return;
    input.current.value = '';
    input.current.focus();
  };

  return (
    <PageFrame page="faq" lead={lead} width="wide">
      <search className="block max-w-160">
        <Input
          ref={input}
          type="search"
          size="lg"
          aria-label={t('faq:search.label')}
          placeholder={t('faq:search.hint')}
          clearLabel={t('faq:search.clear')}
          startIcon={<Search />}
          autoComplete="off"
          onChange={follow}
          onCompositionEnd={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <p role="status" className={count > 0 ? 'mt-2 text-13 text-faint' : 'sr-only'}>
          {query.trim() === ''
            ? t('faq:search.total', { count })
            : count > 0
              ? t('faq:search.found', { count })
              : t('faq:search.none')}
        </p>
      </search>

      {count === 0 && (
        <EmptyState
          title={t('faq:search.empty.title')}
          action={
            <>
              <Button onClick={clear}>{t('faq:search.clear')}</Button>
              <Button asChild variant="ghost">
                <PageLink page="feedback">{t('pages:feedback.nav')}</PageLink>
              </Button>
            </>
          }
        >
          {t('faq:search.empty.text')}
        </EmptyState>
      )}

      {groups.map(({ id, title, found }) => (
        <section
          key={id}
          aria-labelledby={id}
          className="mt-12 grid gap-x-12 gap-y-4 lg:grid-cols-[15rem_minmax(0,1fr)]"
        >
          <h2 id={id} className="text-18 font-semibold lg:sticky lg:top-6 lg:self-start lg:pt-3">
            {title}
          </h2>
          <Accordion>
            {found.map(({ id, question, blocks }) => (
              <AccordionItem key={id} id={id} title={question} className="scroll-mt-6">
                <div className="space-y-2">
                  <ArticleBlocks blocks={blocks} />
                </div>
              </AccordionItem>
            ))}
          </Accordion>
        </section>
      ))}

      {count > 0 && (
        <p className="mt-14 flex flex-wrap gap-x-2 text-14 text-soft">
          {t('faq:more')}
          <UiLink asChild>
            <PageLink page="feedback">{t('faq:more.link')}</PageLink>
          </UiLink>
        </p>
      )}
    </PageFrame>
  );
}
