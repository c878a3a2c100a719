import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { Link } from '@isola/ui/link';
import type { Meta } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { type ComponentType, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { fn } from 'storybook/test';

import { AdminProvider, type AdminSearch } from '../admin-context.tsx';
import { createFixtureApi, type FixtureOptions } from './fixture-api.ts';

export interface AdminStoryArgs extends FixtureOptions {
  /** Permissions of the administrator. `all` stands for every permission. */
  permissions: readonly string[];
  search?: AdminSearch;
  /** Whether the database requires a proof of identity before a change. */
  needsProof?: boolean;
}

/** Spy on the announcements of a page. */
export const announced = fn();

type Globals = Readonly<Record<string, unknown>>;

const args: AdminStoryArgs = { rows: 10, permissions: ['all'] };

/** Common part of every page's stories. */
export const adminStory = {
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
  args,
  loaders: [
    async ({ globals }: { globals: Globals }) => ({
      i18n: await createI18n(localeIn(globals), ['admin', 'membership', 'pages'], importWords),
    }),
  ],
};

/**
 * Returns the `render` of a page's stories: the page over the fixture, with a cache of its own.
 * @param page id of the site's page, whose title becomes the heading.
 */
export function renderPage(
  View: ComponentType,
  page: 'adminDashboard' | 'adminUsers' | 'adminRevenue' | 'adminSettings' | 'paymentLogs' | 'webhookDebug',
): NonNullable<Meta<AdminStoryArgs>['render']> {
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
  args: AdminStoryArgs;
  words: i18n;
  locale: Locale;
  title: string;
  View: ComponentType;
}

function Page({ args, words, locale, title, View }: PageProps) {
  const { permissions, search: first = {}, needsProof = false, ...options } = args;
  const [search, setSearch] = useState<AdminSearch>(first);
  const [api] = useState(() => createFixtureApi(options));
  const [queryClient] = useState(() => new QueryClient());
  const go = (next: Readonly<Record<string, string | undefined>>) =>
    setSearch((before) =>
      Object.fromEntries(
        Object.entries({ ...before, ...next }).filter((entry): entry is [string, string] => Boolean(entry[1])),
      ),
    );
  return (
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={queryClient}>
        <AdminProvider
          api={api}
          locale={locale}
          may={(permission) => permissions.includes('all') || permissions.includes(permission)}
          isSuperAdmin={permissions.includes('all')}
          isDevelopment
          search={search}
          setSearch={go}
          linkTo={(_, to, children) => (
            <Link
              variant="quiet"
              href={`?${new URLSearchParams(to)}`}
              onClick={(event) => {
                event.preventDefault();
                setSearch(to);
              }}
            >
              {children}
            </Link>
          )}
          needsProof={() => Promise.resolve(needsProof)}
          Proof={Proof}
          announce={announced}
        >
          <main className="mx-auto max-w-310 p-4 text-14 sm:p-10">
            <h1 className="mb-8 text-28 font-semibold">{title}</h1>
            <View />
          </main>
        </AdminProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
}

function Proof({ onProven }: { onProven: () => void }) {
  return (
    <button type="button" onClick={onProven} className="underline">
      {'Prove it'}
    </button>
  );
}
