import type { Decorator, Loader } from '@storybook/react-vite';
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';

import type { Article, ArticleSection } from '../packages/i18n/src/article.ts';
import { importWords } from './import-words.ts';
import { isLocale, type Locale } from '../packages/i18n/src/locales.ts';
import type { Namespace } from '../packages/i18n/src/namespaces.ts';
import { pseudoLocale } from '../packages/i18n/src/pseudo.ts';
import { storyWords } from './story-words.ts';

type Dictionary = ReadonlyMap<string, string>;

type Language = Locale | typeof pseudoLocale;

const dictionaries = new Map<Language, Promise<Dictionary>>();

/**
 * Loads the translations for the toolbar's language. They are used only by the stories of the UI kit, because the views
 * of other packages read the bundles themselves. A story that sets its own language is not translated, unless it sets
 * `parameters: { words: 'product' }`.
 */
export const loadWords: Loader = async ({ globals, storyGlobals, parameters }) => {
  const isOfKit = parameters['about'] !== undefined;
  const hasOwnWords = storyGlobals['locale'] !== undefined && parameters['words'] !== 'product';
  const locale = String(globals['locale']);
  if (!isOfKit || locale === 'en' || hasOwnWords || !isLanguage(locale)) return {};
  const loading = dictionaries.get(locale) ?? readDictionary(locale);
  dictionaries.set(locale, loading);
  return { dictionary: await loading };
};

/**
 * Replaces a story's English texts with the product's translations. The kit contains no text and its stories name no
 * bundle, so this decorator searches the rendered React elements.
 */
export const withWords: Decorator = (Story, { loaded }) => {
  const shown = Story();
  const dictionary = loaded['dictionary'] as Dictionary | undefined;
  return dictionary ? (translate(shown, dictionary) as typeof shown) : shown;
};

type Render = (props: object) => ReactNode;

/** Renders a story or a helper component, so that the texts inside it can be translated. */
function Translated({ render, props, dictionary }: { render: Render; props: object; dictionary: Dictionary }) {
  return translate(render(props), dictionary) as ReactNode;
}

/**
 * Checks whether an element is a story, which receives Storybook's whole context, or a helper component without props,
 * as in a decorator.
 */
function isStory({ type, props }: ReactElement<object>): boolean {
  return typeof type === 'function' && (Object.keys(props).length === 0 || 'storyGlobals' in props);
}

function isLanguage(value: string): value is Language {
  return isLocale(value) || value === pseudoLocale;
}

async function readDictionary(locale: Language): Promise<Dictionary> {
  const entries = Object.entries(storyWords).map(([text, key]) => {
    const [namespace = '', name = ''] = key.split(':');
    return { text, namespace: namespace as Namespace, name };
  });
  const bundles = new Map(
    await Promise.all(
      [...new Set(entries.map(({ namespace }) => namespace))].map(
        async (namespace) => [namespace, textsByKey((await importWords(locale, namespace)) as Bundle)] as const,
      ),
    ),
  );
  return new Map(entries.map(({ text, namespace, name }) => [text, bundles.get(namespace)?.[name] ?? text]));
}

type Bundle = Readonly<Record<string, string>> & { readonly article?: Article };

/** Returns a bundle's texts by key, and its article's headings by `#` and the heading's id. */
function textsByKey({ article, ...words }: Bundle): Readonly<Record<string, string>> {
  const titles = (sections: readonly ArticleSection[]): [string, string][] =>
    sections.flatMap(({ id, title, sections }) => [[`#${id}`, title], ...titles(sections)]);
  return { ...words, ...Object.fromEntries(titles(article?.sections ?? [])) };
}

/** Longest array that is searched for texts. Longer arrays are data. */
const longestList = 100;

function translate(value: unknown, dictionary: Dictionary): unknown {
  if (typeof value === 'string') return dictionary.get(value) ?? value;
  if (Array.isArray(value))
    return value.length > longestList ? value : value.map((item: unknown) => translate(item, dictionary));
  if (isValidElement<Record<string, unknown>>(value)) {
    if (isStory(value))
      return <Translated key={value.key} render={value.type as Render} props={value.props} dictionary={dictionary} />;
    const { children, ...props } = value.props;
    const changed = translateEach(props, dictionary);
    // The children are passed as arguments: React then requires no keys on children that were written one by one.
    return Array.isArray(children)
      ? cloneElement(value, changed, ...(translate(children, dictionary) as ReactNode[]))
      : cloneElement(value, {
          ...changed,
          ...(children !== undefined && { children: translate(children, dictionary) }),
        });
  }
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return translateEach(value as Record<string, unknown>, dictionary);
  return value;
}

/**
 * Translates each prop, except those that a form sends, such as `value` and `name`, and those that React or CSS reads.
 */
function translateEach(props: Record<string, unknown>, dictionary: Dictionary): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(props).map(([name, value]) => [
      name,
      ['value', 'defaultValue', 'name', 'id', 'className', 'ref', 'key'].includes(name)
        ? value
        : translate(value, dictionary),
    ]),
  );
}
