import { createI18n, type Locale, namespaces } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';

import { App } from './app.tsx';
import { createSiteRouter } from './router.tsx';

/**
 * @returns what stands in `#root` when the address is opened: HTML that the browser's own first render agrees with.
 * @throws when a part of the page was not ready, and a placeholder would go out in its place.
 */
export async function prerender(address: string, locale: Locale): Promise<string> {
  const i18n = await createI18n(locale, namespaces, importWords);
  const router = createSiteRouter({ i18n, hasBegun: () => false }, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const html = renderToString(<App router={router} />);
  // How React marks a boundary that it gave up on.
  if (html.includes('<!--$!-->'))
    throw new Error(`${address} was not drawn whole: ${html.split('<!--$!-->')[1]?.slice(0, 300)}`);
  return html;
}
