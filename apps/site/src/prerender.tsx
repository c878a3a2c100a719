import { text } from 'node:stream/consumers';

import { createI18n, type Locale, namespaces } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerenderToNodeStream } from 'react-dom/static';

import { App } from './app.tsx';
import { createSiteRouter } from './router.tsx';

/**
 * Renders the content of `#root` for a URL path, as HTML that matches the browser's first render.
 * @throws {Error} when a part of the page failed to render, because the page would contain a placeholder in its place.
 */
export async function prerender(address: string, locale: Locale): Promise<string> {
  const i18n = await createI18n(locale, namespaces, importWords);
  const router = createSiteRouter({ i18n }, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(<App router={router} />, {
    // Every part must be rendered in its place, whatever its size: React would move large parts with an inline script.
    progressiveChunkSize: Infinity,
    onError: (error) => void failures.push(error),
  });
  const html = await text(prelude);
  if (failures.length > 0) throw new Error(`${address} was not rendered completely`, { cause: failures[0] });
  return html;
}
