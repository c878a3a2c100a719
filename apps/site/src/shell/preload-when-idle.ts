import { loadFailureWords } from '@isola/editor/react';

import { warmUp } from '#tool/site-segmenter.ts';

import type { SiteRouter } from '../router.tsx';
import { sparesData } from './connection.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Fetches what a visitor is likely to need next, once the browser is idle: the pages for single images, for batches and
 * for the API, and the model. With data saving or a slow connection nothing is fetched before the visitor opens the
 * tool.
 */
export function preloadWhenIdle(router: SiteRouter): void {
  if (sparesData()) return;
  whenIdle(() => {
    const { locale } = router.state.matches.at(-1)?.params ?? {};
    for (const to of ['/{-$locale}/single', '/{-$locale}/batch', '/{-$locale}/api'] as const) {
      void router.preloadRoute({ to, params: { locale } });
    }
    // Images can be opened offline too. The code for this and the texts for network failures must be loaded before.
    void import('@isola/editor/import');
    void loadFailureWords(router.options.context.i18n).catch(() => undefined);
    warmUp();
  });
}
