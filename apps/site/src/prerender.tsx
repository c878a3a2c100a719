import { text } from 'node:stream/consumers';

import { createI18n, type Locale, namespaces } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerenderToNodeStream } from 'react-dom/static';

import { App } from './app.tsx';
import { createSiteRouter } from './router.tsx';

/**
 * @returns what stands in `#root` when the address is opened: HTML that the browser's own first render agrees with.
 * @throws when a part of the page was not ready, and a placeholder would go out in its place.
 */
export async function prerender(address: string, locale: Locale): Promise<string> {
  const i18n = await createI18n(locale, namespaces, importWords);
  const router = createSiteRouter({ i18n }, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(<App router={router} />, {
    // Every part is rendered in its place, whatever its size: moving it there later takes an inline script.
    progressiveChunkSize: Infinity,
    onError: (error) => void failures.push(error),
  });
  const html = await text(prelude);
  if (failures.length > 0) throw new Error(`${address} was not drawn whole`, { cause: failures[0] });
  return html;
}
