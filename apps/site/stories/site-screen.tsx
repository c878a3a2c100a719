import type { SegmentationSession } from '@isola/editor';
import { EditorHostProvider } from '@isola/editor/react';
import { createI18n, isLocale, type Locale, localisedPath, type Namespace } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { pseudoLocale } from '@isola/i18n/pseudo';
import type { Meta } from '@storybook/react-vite';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { I18nextProvider } from 'react-i18next';

import { forgetAuth } from '../src/backend/open-auth.ts';
import { siteQueries } from '../src/backend/site-queries.ts';
import { createSiteRouter, type SiteRouter } from '../src/router.tsx';
import { createFixtureSession, type FixtureState } from './fixture-session.ts';

export interface ScreenArgs {
  /** Path of the page, without a language prefix. */
  path: string;
  /** State of the open image on pages with a tool. */
  image: FixtureState;
  /** True when the site’s server has accounts. */
  hasAccounts: boolean;
  /** Parts that are missing while offline: the site’s server, or also the page’s code and texts. */
  missing: 'nothing' | 'server' | 'page';
}

/** Namespaces of texts that the shell loads before a page renders. */
const shellWords: readonly Namespace[] = ['common', 'pages'];

/** Shared settings for stories of whole pages. They use the site’s router and shell in memory, without a backend. */
export const siteScreen = {
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
  args: { path: '/', image: 'empty', hasAccounts: true, missing: 'nothing' },
  beforeEach: ({ args }) => {
    // This removes cached answers of the previous story’s server.
    siteQueries.clear();
    forgetAuth();
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) => answer(input, args) ?? fetch(input, init);
    if (args.missing !== 'nothing') Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    return () => {
      globalThis.fetch = fetch;
      // The browser’s own property is on the prototype.
      Reflect.deleteProperty(navigator, 'onLine');
    };
  },
  loaders: [
    async ({ globals, args }) => {
      const wanted = String(globals['locale']);
      const locale = isLocale(wanted) ? wanted : 'en';
      // The pseudo-locale has no URL prefix: its texts replace the English ones.
      const words = wanted === pseudoLocale ? (pseudoLocale as string as Locale) : locale;
      const i18n = await createI18n(locale, shellWords, (_, namespace) =>
        args.missing === 'page' && !shellWords.includes(namespace)
          ? Promise.reject(new TypeError('no connection'))
          : importWords(words, namespace),
      );
      const history = createMemoryHistory({ initialEntries: [localisedPath(args.path, locale)] });
      const router = createSiteRouter({ i18n }, history);
      await router.load();
      return { router, session: await createFixtureSession(args.image) };
    },
  ],
  render: (_, { loaded }) => (
    <Screen router={loaded['router'] as SiteRouter} session={loaded['session'] as SegmentationSession} />
  ),
  // The story waits for the footer, which is loaded when the page is idle, even if a tool hides it.
  play: async ({ canvas }) => {
    await canvas.findByRole('contentinfo', { hidden: true });
  },
} satisfies Meta<ScreenArgs>;

function Screen({ router, session }: { router: SiteRouter; session: SegmentationSession }) {
  return (
    <I18nextProvider i18n={router.options.context.i18n}>
      <EditorHostProvider host={{ session }}>
        <RouterProvider router={router} />
      </EditorHostProvider>
    </I18nextProvider>
  );
}

/** Answers requests to the site’s server. @returns undefined for files of the build, which are fetched as usual. */
function answer(input: RequestInfo | URL, { hasAccounts, missing }: ScreenArgs): Promise<Response> | undefined {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  const isServer = pathname.endsWith('/backend.json') || /\/(functions|rest|auth)\/v1\//.test(pathname);
  if (isServer && missing !== 'nothing') return Promise.reject(new TypeError('no connection'));
  if (pathname.endsWith('/backend.json'))
    return Promise.resolve(
      hasAccounts ? Response.json({ url: '', publishableKey: 'story' }) : new Response(null, { status: 404 }),
    );
  return isServer ? Promise.resolve(new Response(null, { status: 404 })) : undefined;
}
