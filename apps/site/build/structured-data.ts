import { readArticle } from '../../../packages/i18n/library/read-bundle.ts';
import { type Article, type ArticleSection, articleText, sectionOf } from '../../../packages/i18n/src/article.ts';
import { languageTag, type Locale, localisedPath } from '../../../packages/i18n/src/locales.ts';
import { landingArticles } from '../src/features/landing/landing-articles.ts';
import { type PageId, pageOf, parentOf } from '../src/shell/pages.ts';
import type { PageFacts, StructuredData } from './page-facts.ts';
import { pageWords, words } from './words.ts';

interface Context {
  readonly id: PageId;
  readonly facts: PageFacts;
  readonly locale: Locale;
  readonly siteUrl: string;
}

/** Returns the structured data of a page in schema.org's terms, from the texts that the page shows. */
export function structuredDataOf(id: PageId, facts: PageFacts, locale: Locale, siteUrl: string): object {
  const context = { id, facts, locale, siteUrl };
  const parts = facts.structured.map((kind) => makers[kind](context));
  const trail = id === 'home' ? [] : [breadcrumbs(context)];
  return { '@context': 'https://schema.org', '@graph': [...parts, ...trail] };
}

const makers: Record<StructuredData, (context: Context) => object> = {
  SoftwareApplication: ({ id, facts, locale, siteUrl }) => ({
    '@type': 'SoftwareApplication',
    name: words(locale, 'common', 'brand'),
    description: pageWords(id, locale).description,
    url: siteUrl + localisedPath(pageOf(id).path, locale),
    image: `${siteUrl}/share/${facts.picture}.jpg`,
    inLanguage: languageTag(locale),
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Web',
    isAccessibleForFree: true,
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'CNY' },
  }),
  FAQPage: ({ id, locale }) => ({
    '@type': 'FAQPage',
    inLanguage: languageTag(locale),
    mainEntity: questionsOf(id, locale).map(({ title, blocks }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: articleText(blocks) },
    })),
  }),
  HowTo: ({ id, locale }) => ({
    '@type': 'HowTo',
    name: pageWords(id, locale).title,
    inLanguage: languageTag(locale),
    step: sectionOf(landingArticle(id, locale), 'steps').sections.map(({ title, blocks }, index) => ({
      '@type': 'HowToStep',
      position: index + 1,
      name: title,
      text: articleText(blocks),
    })),
  }),
};

function questionsOf(id: PageId, locale: Locale): readonly ArticleSection[] {
  return id === 'faq'
    ? readArticle(locale, 'faq').sections.flatMap(({ sections }) => sections)
    : sectionOf(landingArticle(id, locale), 'questions').sections;
}

function landingArticle(id: PageId, locale: Locale): Article {
  const name = Object.entries(landingArticles).find(([page]) => page === id)?.[1];
  if (!name) throw new Error(`${id} is not a landing page`);
  return readArticle(locale, name);
}

function breadcrumbs({ id, locale, siteUrl }: Context): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trailOf(id).map((page, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: words(locale, 'pages', `${page}.nav`),
      item: siteUrl + localisedPath(pageOf(page).path, locale),
    })),
  };
}

function trailOf(id: PageId): PageId[] {
  const parent = parentOf(id);
  return parent ? [...trailOf(parent), id] : [id];
}
