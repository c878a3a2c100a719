import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { Button } from '@isola/ui/button';
import { Link } from '@isola/ui/link';
import type { Meta } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { type ComponentType, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { fn } from 'storybook/test';

import { MembershipProvider } from '../membership-context.tsx';
import { createFixtureApi, type FixtureOptions } from './fixture-api.ts';

export interface MembershipStoryArgs extends FixtureOptions {
  checkout?: string;
}

/** Spies on what a page asks of its host: `announce`, `leaveTo`, and `saveFile` or `saveTable`. */
export const announced = fn();
export const left = fn();
export const saved = fn();

type Globals = Readonly<Record<string, unknown>>;

const args: MembershipStoryArgs = { isSignedIn: true };

/** Common part of every page's stories. */
export const membershipStory = {
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
  args,
  loaders: [
    async ({ globals }: { globals: Globals }) => ({
      i18n: await createI18n(localeIn(globals), ['membership', 'messages', 'pages'], importWords),
    }),
  ],
};

/**
 * Returns the `render` of a page's stories: the page over the fixture, with a cache of its own.
 * @param page id of the site's page, whose title becomes the heading.
 */
export function renderPage(
  View: ComponentType,
  page: 'membership' | 'membershipManage' | 'paymentLogs',
): NonNullable<Meta<MembershipStoryArgs>['render']> {
  return (args, { globals, loaded }) => {
    const words: i18n = loaded['i18n'];
    return (
      <Page args={args} words={words} locale={localeIn(globals)} title={words.t(`pages:${page}.title`)} View={View} />
    );
  };
}

/** The locale of Storybook's toolbar. The pseudo-locale has no type, but bundles like any locale. */
const localeIn = (globals: Globals) => String(globals['locale']) as Locale;

interface PageProps {
  args: MembershipStoryArgs;
  words: i18n;
  locale: Locale;
  title: string;
  View: ComponentType;
}

function Page({ args: { checkout, ...options }, words, locale, title, View }: PageProps) {
  const [api] = useState(() => createFixtureApi(options));
  const [queryClient] = useState(() => new QueryClient());
  return (
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={queryClient}>
        <MembershipProvider
          api={api}
          locale={locale}
          checkout={checkout ?? null}
          linkTo={(page, text, look = 'link') =>
            look === 'link' ? (
              <Link href={`#${page}`}>{text}</Link>
            ) : (
              <Button asChild variant={look} size="lg">
                <a href={`#${page}`}>{text}</a>
              </Button>
            )
          }
          leaveTo={left}
          announce={announced}
          loadInvoiceFonts={() => Promise.reject(new Error('A story has no fonts for invoices'))}
          saveFile={saved}
          saveTable={async (name, rows) => void saved(name, rows)}
        >
          <main className="mx-auto max-w-240 p-4 sm:p-10">
            <h1 className="mb-8 text-28 font-semibold">{title}</h1>
            <View />
          </main>
        </MembershipProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
}
