import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { Button } from '@isola/ui/button';
import { Link } from '@isola/ui/link';
import type { i18n } from 'i18next';
import { type ReactNode, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { fn } from 'storybook/test';

import { MembershipProvider } from '../membership-context.tsx';
import { createFixtureApi, type FixtureOptions } from './fixture-api.ts';

export interface MembershipStoryArgs extends FixtureOptions {
  isSignedIn: boolean;
  checkout?: string;
}

export const announced = fn();
export const left = fn();
export const saved = fn();

/** What every page's stories have in common. */
export const membershipStory = {
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
  args: { isSignedIn: true } as MembershipStoryArgs,
  loaders: [
    async ({ globals }: { globals: Record<string, unknown> }) => ({
      i18n: await createI18n(String(globals['locale']) as Locale, ['membership', 'messages', 'pages'], importWords),
    }),
  ],
};

/** A page of the membership, over the fixture. */
export function MembershipStory({
  args: { isSignedIn, checkout, ...options },
  words,
  locale,
  title,
  children,
}: {
  args: MembershipStoryArgs;
  words: i18n;
  locale: Locale;
  title: string;
  children: ReactNode;
}) {
  const [api] = useState(() => createFixtureApi(options));
  return (
    <I18nextProvider i18n={words}>
      <MembershipProvider
        api={api}
        locale={locale}
        isSignedIn={isSignedIn}
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
        onChanged={() => undefined}
        announce={announced}
        loadInvoiceFonts={() => Promise.reject(new Error('A story has no fonts for invoices'))}
        saveFile={saved}
        saveTable={async (name, rows) => void saved(name, rows)}
      >
        <main className="mx-auto max-w-240 p-4 sm:p-10">
          <h1 className="mb-8 text-28 font-semibold">{title}</h1>
          {children}
        </main>
      </MembershipProvider>
    </I18nextProvider>
  );
}
