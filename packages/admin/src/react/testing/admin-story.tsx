import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { Link } from '@isola/ui/link';
import type { i18n } from 'i18next';
import { useState, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { fn } from 'storybook/test';

import { AdminProvider, type AdminSearch } from '../admin-context.tsx';
import { createFixtureApi, type FixtureOptions } from './fixture-api.ts';

export interface AdminStoryArgs extends FixtureOptions {
  /** What the administrator may do; `all` stands for every permission. */
  permissions: readonly string[];
  search?: AdminSearch;
  /** Whether the database wants the identity proven before a change. */
  needsProof?: boolean;
}

export const announced = fn();

/** What every page's stories have in common. */
export const adminStory = {
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
  args: { rows: 10, permissions: ['all'] } as AdminStoryArgs,
  loaders: [
    async ({ globals }: { globals: Record<string, unknown> }) => ({
      i18n: await createI18n(String(globals['locale']) as Locale, ['admin', 'membership', 'pages'], importWords),
    }),
  ],
};

/** A page of the administration, over the fixture. */
export function Administration({
  args,
  words,
  locale,
  title,
  children,
}: {
  args: AdminStoryArgs;
  words: i18n;
  locale: Locale;
  title: string;
  children: ReactNode;
}) {
  const { permissions, search: first = {}, needsProof = false, ...options } = args;
  const [search, setSearch] = useState<AdminSearch>(first);
  const [api] = useState(() => createFixtureApi(options));
  const go = (next: Readonly<Record<string, string | undefined>>) =>
    setSearch((before) =>
      Object.fromEntries(
        Object.entries({ ...before, ...next }).filter((entry): entry is [string, string] => Boolean(entry[1])),
      ),
    );
  return (
    <I18nextProvider i18n={words}>
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
          {children}
        </main>
      </AdminProvider>
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
